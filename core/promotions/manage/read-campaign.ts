import type { Shelf } from '../../catalog/manage/shelf.ts'
import { newId } from '../../kernel/ids.ts'
import { parseMoment } from '../../kernel/moment.ts'
import { toMinor, toPpm, type Minor } from '../../kernel/money.ts'
import { faultsInto, fieldFault, type FieldFault, type FieldFaultCode } from '../../records/field-faults.ts'
import type { Read } from '../../records/noun.ts'
import { readNames, readTexts } from '../../records/texts.ts'
import { canonicalCode } from '../promotion-code.ts'
import type { CampaignCode, CampaignDraft, CampaignItemDraft, CampaignRecord } from './campaign-record.ts'
import type { CampaignBody } from './campaign.schema.ts'

/** The campaign that a body describes as a whole. What does not go with the rest of the store is told elsewhere. */
export function readCampaign(
  shelf: Shelf,
  body: CampaignBody,
  before: CampaignRecord | undefined,
): Read<CampaignDraft> {
  const faults: FieldFault[] = []
  const fault = faultsInto(faults)
  const { cultures, timeZone } = shelf.store
  const momentOf = (field: 'validFrom' | 'validTo'): string | null => {
    const text = body[field]
    if (!text) return null
    const moment = parseMoment(text, { timeZone, isEnd: field === 'validTo', takesLocal: true })
    if (moment === undefined) fault(field, 'campaign.moment')
    return moment ?? null
  }
  const [validFrom, validTo] = [momentOf('validFrom'), momentOf('validTo')]
  if (validFrom !== null && validTo !== null && validTo <= validFrom) {
    fault('validTo', 'campaign.end')
  }
  if (body.items.length === 0) fault('items', 'field.empty-list')
  const minimums = readAmounts(
    shelf,
    body.currencies.map(({ currency, minimum }) => ({ currency, amount: minimum })),
    { before: before?.minimums, field: 'currencies', faults },
  )
  if (body.currencies.length === 0 && Object.keys(minimums).length === 0)
    fault('currencies', 'field.empty-list')
  const codes = readCodes(body.codes ?? [], before?.codes ?? [], faults)
  const draft = {
    names: readNames(body.names, { cultures, before: before?.names, faults }),
    state: body.state ?? 'active',
    priority: body.priority ?? 0,
    isExclusive: body.exclusive ?? false,
    isAutomatic: body.automatic ?? codes.length === 0,
    validFrom,
    validTo,
    limits: {
      inAll: body.maxUses ?? null,
      perCode: body.maxUsesPerCode ?? null,
      perCustomer: body.maxUsesPerCustomer ?? null,
    },
    minimums,
    priceGroupIds: known(body.priceGroupIds ?? [], (id) => shelf.priceGroups.has(id), {
      field: 'priceGroupIds',
      code: 'price-group.not-found',
      faults,
    }),
    codes,
    items: body.items.map((item, index) => readItem(shelf, item, minimums, before, `items.${index}`, faults)),
  }
  for (const [index, { id }] of draft.items.entries()) {
    if (draft.items.findIndex((other) => other.id === id) < index)
      fault(`items.${index}.id`, 'field.repeated')
  }
  return { draft, faults }
}

type ItemBody = CampaignBody['items'][number]

function readItem(
  shelf: Shelf,
  item: ItemBody,
  minimums: CampaignDraft['minimums'],
  campaign: CampaignRecord | undefined,
  field: string,
  faults: FieldFault[],
): CampaignItemDraft {
  const fault = faultsInto(faults, `${field}.`)
  const before = campaign?.items.find(({ id }) => id === item.id)
  if (item.id !== undefined && !before) fault('id', 'campaign.item')
  const { cultures } = shelf.store
  const rate = item.rate ?? null
  const amounts = readAmounts(shelf, item.amounts ?? [], {
    before: rate === null ? before?.amounts : undefined,
    field: `${field}.amounts`,
    faults,
  })
  const count = Object.keys(amounts).length
  if (rate === null && count === 0) fault('rate', 'campaign.nothing-off')
  if (rate !== null && count > 0) fault('amounts', 'campaign.rate-and-amounts')
  for (const [index, { currency }] of (item.amounts ?? []).entries()) {
    const id = currencyOf(shelf, currency)?.id
    if (id !== undefined && minimums[id] === undefined) {
      fault(`amounts.${index}.currency`, 'campaign.currency')
    }
  }
  const isOfLines = item.target === 'lines'
  if (!isOfLines && (item.catalogIds ?? []).length > 0) fault('catalogIds', 'campaign.lines-only')
  if (!isOfLines && (item.skus ?? []).length > 0) fault('skus', 'campaign.lines-only')
  const names = readNames(item.names, { field: `${field}.names`, cultures, before: before?.names, faults })
  const descriptions = readTexts(item.descriptions ?? {}, {
    field: `${field}.descriptions`,
    cultures,
    before: before?.descriptions,
    faults,
  })
  for (const culture of Object.keys(descriptions)) {
    if (names[culture] === undefined) fault(`descriptions.${culture}`, 'field.unnamed')
  }
  return {
    id: before?.id ?? newId(),
    target: item.target,
    rate: rate === null ? null : toPpm(rate),
    amounts,
    names,
    descriptions,
    // A catalog that is retired meanwhile stays.
    catalogIds: known(
      item.catalogIds ?? [],
      (id) => shelf.catalogs.get(id)?.state === 'active' || before?.catalogIds.includes(id) === true,
      {
        field: `${field}.catalogIds`,
        code: 'catalog.not-found',
        faults,
      },
    ),
    skus: (item.skus ?? []).map((sku) => sku.trim()),
  }
}

type NotFound = Extract<FieldFaultCode, `${string}.not-found`>

/** Ids that are known, each once, sorted; the others are faults. */
function known(
  ids: readonly string[],
  isKnown: (id: string) => boolean,
  { code, faults, field }: { readonly field: string; readonly code: NotFound; readonly faults: FieldFault[] },
): string[] {
  for (const [index, id] of ids.entries())
    if (!isKnown(id)) faults.push(fieldFault(`${field}.${index}`, code))
  return [...new Set(ids)].sort()
}

const currencyOf = ({ store }: Shelf, code: string) =>
  store.currencies.find(({ isoCode }) => isoCode === code.toUpperCase())

type Amounts = Readonly<Record<string, Minor>>

interface AmountsRead {
  /** What there was: in currencies that the store has given up, which are not answered, it stays. */
  readonly before: Amounts | undefined
  readonly field: string
  readonly faults: FieldFault[]
}

/** Amounts by the currency's id, in its minor units. */
function readAmounts(
  shelf: Shelf,
  given: readonly { readonly currency: string; readonly amount: number }[],
  { before = {}, faults, field }: AmountsRead,
): Amounts {
  const isGivenUp = (id: string): boolean => !shelf.store.currencies.some((currency) => currency.id === id)
  const amounts = Object.fromEntries(Object.entries(before).filter(([id]) => isGivenUp(id)))
  for (const [index, { amount, currency: code }] of given.entries()) {
    const currency = currencyOf(shelf, code)
    const place = `${field}.${index}.currency`
    if (!currency) {
      const codes = shelf.store.currencies.map(({ isoCode }) => isoCode).join(', ')
      faults.push(fieldFault(place, 'store.currency', { currencies: codes }))
    } else if (currency.id in amounts) faults.push(fieldFault(place, 'field.repeated'))
    else amounts[currency.id] = toMinor(amount, currency.isoCode)
  }
  return amounts
}

/** Codes as they are kept; one that the campaign has, or had, keeps its id. */
function readCodes(
  given: NonNullable<CampaignBody['codes']>,
  before: readonly CampaignCode[],
  faults: FieldFault[],
): CampaignCode[] {
  const ids = new Map(before.map(({ code, id }) => [code, id]))
  const codes = new Map<string, CampaignCode>()
  for (const [index, { code: typed }] of given.entries()) {
    const code = canonicalCode(typed)
    if (codes.has(code)) faults.push(fieldFault(`codes.${index}.code`, 'field.repeated'))
    else codes.set(code, { id: ids.get(code) ?? newId(), code, isRetired: false })
  }
  return [...codes.values()]
}
