import { Type, type Static } from 'typebox'
import { DateTime, Id, Nullable } from '../http/schema.ts'
import { PinBody, Role } from './staff.schema.ts'

/** Somebody of the store, as a desk shows them. */
export const PersonAtDesk = Type.Object({ id: Id, name: Type.String(), role: Role })
export type PersonAtDesk = Static<typeof PersonAtDesk>

export const ApprovedScope = Type.Union([Type.Literal('price'), Type.Literal('manage')])

/** The same where a desk can be taken, or a step of it be approved, by one of several. */
export const PersonToChoose = Type.Object({
  ...PersonAtDesk.properties,
  approves: Type.Array(ApprovedScope, {
    description: 'The scopes for which they can approve a step at this desk (`PUT /desk/approval`).',
  }),
})
export type PersonToChoose = Static<typeof PersonToChoose>

/** The desk of a console: who is at it, and what it may do. */
export const Desk = Type.Object({
  isStaffed: Type.Boolean({
    description:
      'Whether the store’s desks are for its staff, which they are as soon as an owner has a PIN. Before that a console may do everything.',
  }),
  isLocked: Type.Boolean({ description: 'True where nobody is at a desk that is for staff.' }),
  person: Nullable(PersonAtDesk),
  scopes: Type.Array(Type.String(), { description: 'What the desk may do as it is now.' }),
  people: Type.Array(PersonToChoose, { description: 'Who can take the desk: those with a PIN, by name.' }),
  storeName: Type.String(),
  lockAfterMinutes: Type.Integer({
    description: 'Without a key for so long the desk locks itself; 0 never.',
  }),
})
export type Desk = Static<typeof Desk>

export const DeskSessionBody = Type.Object({
  staffId: Id,
  pin: Type.String({ maxLength: 100, 'x-text': true }),
})
export type DeskSessionBody = Static<typeof DeskSessionBody>

export const OwnPinBody = Type.Object({
  pin: DeskSessionBody.properties.pin,
  newPin: PinBody.properties.pin,
})
export type OwnPinBody = Static<typeof OwnPinBody>

export const ApprovalBody = Type.Object({
  staffId: { ...Id, description: 'Who approves.' },
  pin: DeskSessionBody.properties.pin,
  scope: { ...ApprovedScope, description: 'What the step needs, and whoever is at the desk lacks.' },
})
export type ApprovalBody = Static<typeof ApprovalBody>

export const ApprovalAnswer = Type.Object({
  approval: Type.String({
    description: 'For the header `Approval` of the one request that it is for. It is not kept.',
  }),
  expires: DateTime,
})
export type ApprovalAnswer = Static<typeof ApprovalAnswer>
