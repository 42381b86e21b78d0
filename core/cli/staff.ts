import { randomInt } from 'node:crypto'
import { withShop } from '../engines.ts'
import { systemClock } from '../kernel/clock.ts'
import { badRequest } from '../kernel/errors.ts'
import { parseId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { getRecord } from '../records/get-record.ts'
import { removeRecord } from '../records/remove-record.ts'
import { saveRecord } from '../records/save-record.ts'
import { hashPin } from '../staff/pins.ts'
import { setPin } from '../staff/set-pin.ts'
import { staffNoun } from '../staff/staff.noun.ts'
import { listStaff, type StaffRecord } from '../staff/staff.repository.ts'
import { AUTHOR } from './author.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'
import { storeOf } from './store-of.ts'

interface OfStore {
  readonly store: string
}

interface AddOptions extends OfStore {
  readonly name: string
  readonly role: StaffRecord['role']
}

const PIN_DIGITS = 6

/** Nobody has to type a PIN where others of the machine could read it: one is made, and shown this once. */
const newPin = (): string => String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')

const author = (storeId: string): Context => {
  const now = systemClock()
  return {
    clientId: '',
    storeId,
    name: AUTHOR,
    scopes: new Set(),
    expires: now,
    now,
    ifMatch: undefined,
    changes: [],
  }
}

export async function listStaffCommand({ location }: Place, { store }: OfStore, to: Output): Promise<number> {
  const staff = await withShop(location, async (engine) => {
    const { id } = await storeOf(engine, store)
    return engine.read(async (db) => listStaff(db, id))
  })
  const shown = staff.map(({ id, name, pinHash, role, state }) => ({
    id,
    name,
    role,
    state,
    hasPin: pinHash !== null,
  }))
  const lines = shown.map(
    ({ hasPin, id, name, role, state }) =>
      `${id}  ${name}  (${role})${state === 'retired' ? '  retired' : hasPin ? '' : '  no PIN yet'}`,
  )
  to.result({ staff: shown }, lines.join('\n') || 'There is no staff: the console may do everything.')
  return 0
}

export async function addStaffCommand(
  { location }: Place,
  { name, role, store }: AddOptions,
  to: Output,
): Promise<number> {
  const pin = newPin()
  const pinHash = await hashPin(pin)
  const { id } = await withShop(location, async (engine) => {
    const { id: storeId } = await storeOf(engine, store)
    return engine.transact(async (db) => {
      const by = author(storeId)
      const around = await staffNoun.around(db, storeId)
      const read = staffNoun.read(around, { name, role }, undefined)
      const { record } = await saveRecord(db, by, staffNoun, around, undefined, read)
      return setPin(db, by, record.id, pinHash)
    })
  })
  to.result({ id, pin }, `${name} is on the staff.\nPIN  ${pin}\nIt is shown this once.`)
  return 0
}

export async function newPinCommand(
  { location }: Place,
  { store }: OfStore,
  person: string,
  to: Output,
): Promise<number> {
  const pin = newPin()
  const pinHash = await hashPin(pin)
  const { id, name } = await withShop(location, async (engine) => {
    const { id: storeId } = await storeOf(engine, store)
    return engine.transact(async (db) => setPin(db, author(storeId), idOf(person), pinHash))
  })
  to.result({ id, pin }, `The PIN of ${name} is now  ${pin}\nIt is shown this once.`)
  return 0
}

export async function retireStaffCommand(
  { location }: Place,
  { store }: OfStore,
  person: string,
  to: Output,
): Promise<number> {
  const { id, name } = await withShop(location, async (engine) => {
    const { id: storeId } = await storeOf(engine, store)
    return engine.transact(async (db) => {
      const record = await getRecord(db, staffNoun, storeId, idOf(person))
      await removeRecord(db, author(storeId), staffNoun, record.id)
      return record
    })
  })
  to.result({ id }, `${name} is on the staff no more.`)
  return 0
}

/** @throws CommerceError BadRequest */
function idOf(text: string): string {
  const id = parseId(text)
  if (id === undefined) throw badRequest('staff.id', 'must be an id, as `staff list` shows it', 'id')
  return id
}
