import type { ReadDb } from '../../database/engine.ts'
import { conflict, said } from '../../kernel/errors.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import type { Wanted } from '../../records/noun.ts'
import { getCurrency } from '../../stores/store.repository.ts'
import { MAX_DEPTH } from '../price-group.ts'
import type { GroupAround } from './group-around.ts'
import {
  findDerivedGroup,
  holdGroup,
  holdGroups,
  isGroupUsed,
  type HeldGroup,
} from './group-record.repository.ts'
import { isOfferedAgain, type GroupDraft, type GroupRecord } from './group-record.ts'

type WantedGroup = Wanted<GroupDraft, GroupRecord>

/** What does not go with the other price groups of the store: where it derives from, its currency, its end. */
export const checkGroups = async (
  db: ReadDb,
  { store }: GroupAround,
  wanted: readonly WantedGroup[],
): Promise<readonly FieldFault[][]> => {
  const faults: FieldFault[][] = []
  // Others may make groups derive from each other meanwhile.
  const held = wanted.some(restsOnOthers) ? await holdGroups(db, store.id) : undefined
  for (const each of wanted) {
    faults.push([
      ...(held ? await faultsOfBase(db, held, each) : []),
      ...(await faultsOfCurrency(db, each)),
      ...(await faultsOfState(db, each)),
    ])
  }
  return faults
}

const derivesAnew = ({ before, draft: { baseId } }: WantedGroup): boolean =>
  baseId !== null && baseId !== before?.baseId

const changesCurrency = ({ before, draft }: WantedGroup): boolean =>
  before !== undefined && before.currency.id !== draft.currency.id

const retires = ({ before, draft }: WantedGroup): boolean =>
  before?.state === 'active' && draft.state !== 'active'

const restsOnOthers = (each: WantedGroup): boolean =>
  derivesAnew(each) || changesCurrency(each) || retires(each) || isOfferedAgain(each.before, each.draft)

async function faultsOfBase(
  db: ReadDb,
  groups: ReadonlyMap<string, HeldGroup>,
  wanted: WantedGroup,
): Promise<FieldFault[]> {
  const { before, draft } = wanted
  const { baseId, currency } = draft
  if (baseId === null) return []
  const field = 'basePriceGroupId'
  const base = groups.get(baseId)
  if (!base) return [fieldFault(field, 'price-group.not-found')]
  const isNew = derivesAnew(wanted)
  if ((isNew || isOfferedAgain(before, draft)) && base.state === 'retired')
    return [fieldFault(field, 'field.retired')]
  const faults: FieldFault[] = []
  if (base.currencyId !== currency.id) {
    const { isoCode } = await getCurrency(db, base.currencyId)
    faults.push(fieldFault('currency', 'price-group.base-currency', { currency: isoCode }))
  }
  if (!isNew) return faults
  const bases = new Map(Array.from(groups, ([id, group]) => [id, group.baseId]))
  if (before) bases.set(before.id, baseId)
  const above = chainOf(baseId, bases)
  if (before && above.includes(before.id)) faults.push(fieldFault(field, 'price-group.base-itself'))
  else if (above.length + depthBelow(before?.id, bases) > MAX_DEPTH)
    faults.push(fieldFault(field, 'price-group.base-depth', { most: MAX_DEPTH }))
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

async function faultsOfCurrency(db: ReadDb, wanted: WantedGroup): Promise<FieldFault[]> {
  const { before } = wanted
  if (!before || !changesCurrency(wanted)) return []
  const isFixed = (await findDerivedGroup(db, before.id)) ?? (await isGroupUsed(db, before.id))
  return isFixed ? [fieldFault('currency', 'price-group.currency-fixed')] : []
}

async function faultsOfState(db: ReadDb, wanted: WantedGroup): Promise<FieldFault[]> {
  const { before } = wanted
  if (!before || !retires(wanted)) return []
  const derived = await findDerivedGroup(db, before.id)
  return derived === undefined ? [] : [fieldFault('state', 'price-group.has-derived', { name: derived })]
}

/**
 * Whether a group that is to go stays for what refers to it.
 * @throws CommerceError Conflict where others derive from it
 */
export async function isUsed(db: ReadDb, { id }: GroupRecord): Promise<boolean> {
  await holdGroup(db, id)
  const derived = await findDerivedGroup(db, id)
  if (derived !== undefined) {
    throw conflict(
      'price-group.in-use',
      said`It cannot go: others derive from it, such as ${{ name: derived }}; retire them first, or give them another base.`,
    )
  }
  return isGroupUsed(db, id)
}
