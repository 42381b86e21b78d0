import { Type, type Static } from 'typebox'
import { formed, Id, NAME_LENGTH, RequiredText } from '../http/schema.ts'
import { listOf, patchOf, RecordsQuery, RecordState, Version } from '../records/record.schema.ts'

export const Role = Type.Union(
  [Type.Literal('support'), Type.Literal('clerk'), Type.Literal('manager'), Type.Literal('owner')],
  {
    description:
      'What they may do: support looks orders up (`support`), a clerk sells (`staff`), a manager also writes the shop’s records and sets prices (`manage price`), an owner does everything (`admin price`).',
  },
)

/** Somebody who works in the store, as a whole. Their PIN is set on an address of its own. */
export const StaffMemberBody = Type.Object({
  name: RequiredText(NAME_LENGTH),
  role: Role,
  state: Type.Optional(RecordState),
})
export type StaffMemberBody = Static<typeof StaffMemberBody>

export const StaffMemberPatch = patchOf(StaffMemberBody)

export const StaffMember = Type.Object({
  id: Id,
  version: Version,
  name: Type.String({ description: 'What histories call them.' }),
  role: Role,
  state: RecordState,
  hasPin: Type.Boolean({ description: 'Without one they cannot take a desk.' }),
})
export type StaffMember = Static<typeof StaffMember>

export const StaffAnswer = listOf('staff', StaffMember)

export const StaffQuery = Type.Object({ ...RecordsQuery.properties, state: Type.Optional(RecordState) })

export const PinBody = Type.Object({
  pin: Type.String({
    ...formed('^[0-9]{4,8}$', 'four to eight digits'),
    description: 'Four to eight digits. Shown nowhere again.',
  }),
})
