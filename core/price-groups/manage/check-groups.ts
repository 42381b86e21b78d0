import type { ReadDb } from '../../database/engine.ts'
import { conflict, type Fault } from '../../kernel/errors.ts'
import type { Wanted } from '../../records/noun.ts'
import { MAX_DEPTH } from '../price-group.ts'
import type { GroupAround } from './group-around.ts'
import { findDerivedGroup, isGroupUsed, lockBases } from './group-record.repository.ts'
import type { GroupDraft, GroupRecord } from './group-record.ts'

type WantedGroup = Wanted<GroupDraft, GroupRecord>

/** What does not go with the other price groups of the store: where it derives from, its currency, its end. */
export const checkGroups = async (
  db: ReadDb,
  around: GroupAround,
  wanted: readonly WantedGroup[],
): Promise<readonly Fault[][]> => {
  const faults: Fault[][] = []
  for (const each of wanted) {
    faults.push([
      ...(await faultsOfBase(db, around, each)),
      ...(await faultsOfCurrency(db, each)),
      ...(await faultsOfState(db, each)),
    ])
  }
  return faults
}

async function faultsOfBase(
  db: ReadDb,
  { groups, store }: GroupAround,
  { before, draft: { baseId, currency } }: WantedGroup,
): Promise<Fault[]> {
  if (baseId === null) return []
  const field = 'basePriceGroupId'
  const base = groups.get(baseId)
  if (!base) return [{ field, text: 'there is no such price group' }]
  const isNew = before?.baseId !== baseId
  if (isNew && base.state === 'retired') return [{ field, text: 'is retired' }]
  const faults: Fault[] = []
  if (base.currency.id !== currency.id)
    faults.push({ field: 'currency', text: `must be that of its base group: ${base.currency.isoCode}` })
  if (!isNew) return faults
  const bases = new Map(await lockBases(db, store.id))
  if (before) bases.set(before.id, baseId)
  const above = chainOf(baseId, bases)
  if (before && above.includes(before.id)) faults.push({ field, text: 'derives from this group itself' })
  else if (above.length + depthBelow(before?.id, bases) > MAX_DEPTH)
    faults.push({ field, text: `would make groups derive more than ${MAX_DEPTH} deep` })
  return faults
}

/** A group and those it derives from; one that is met again ends it. */
function chainOf(id: string, bases: ReadonlyMap<string, string | null>): string[] {
  const chain: string[] = []
  for (let at: string | null | undefined = id; at && !chain.includes(at); at = bases.get(at)) chain.push(at)
  return chain
}

/** How deep others derive from a group: 0 where none does. */
function depthBelow(id: string | undefined, bases: ReadonlyMap<string, string | null>): number {
  if (id === undefined) return 0
  const depths = [...bases.keys()].map((other) => chainOf(other, bases).indexOf(id))
  return Math.max(0, ...depths)
}

async function faultsOfCurrency(db: ReadDb, { before, draft }: WantedGroup): Promise<Fault[]> {
  if (!before || before.currency.id === draft.currency.id) return []
  const isFixed = (await findDerivedGroup(db, before.id)) ?? (await isGroupUsed(db, before.id))
  return isFixed
    ? [{ field: 'currency', text: 'cannot change: the group has prices, has sold, or others derive from it' }]
    : []
}

async function faultsOfState(db: ReadDb, { before, draft }: WantedGroup): Promise<Fault[]> {
  if (draft.state === 'active' || before?.state !== 'active') return []
  const derived = await findDerivedGroup(db, before.id)
  return derived === undefined ? [] : [{ field: 'state', text: `must stay: ${inTheWay(derived)}` }]
}

/**
 * Whether a group that is to go stays for what refers to it.
 * @throws CommerceError Conflict where others derive from it
 */
export async function isUsed(db: ReadDb, { id }: GroupRecord): Promise<boolean> {
  const derived = await findDerivedGroup(db, id)
  if (derived !== undefined) throw conflict('price-group.in-use', `It cannot go: ${inTheWay(derived)}.`)
  return isGroupUsed(db, id)
}

const inTheWay = (name: string): string =>
  `others derive from it, such as ${name}; retire them first, or give them another base`
