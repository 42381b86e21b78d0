import type { ReadDb } from '../database/engine.ts'
import { sliceByName } from '../database/queries/keyset.ts'
import type { Fault } from '../kernel/errors.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { defineNoun } from '../records/noun.ts'
import { searchRecords } from '../records/search-records.ts'
import { readTexts } from '../records/texts.ts'
import { DEFAULT_LOCK_MINUTES } from '../stores/store.table.ts'
import {
  findShop,
  shopRows,
  usesOfCulture,
  usesOfCurrency,
  type InUse,
  type ShopRecord,
} from './shop.repository.ts'
import {
  ManagedStore,
  ManagedStoreBody,
  ManagedStorePatch,
  ManagedStoresAnswer,
  ManagedStoresQuery,
} from './shop.schema.ts'

/** What the store of the token says of itself. Stores are made by the first start, and by `POST /manage/stores`; they stay. */
export const shopNoun = defineNoun({
  one: 'store',
  many: 'stores',
  isClosed: true,
  says: {
    list: 'The store of the token, alone.',
    change:
      'Only what the body names: null takes away, texts are told by their culture, a list is replaced as a whole. ' +
      'A culture or currency that something still works in stays: the refusal names what. What changes nothing leaves the version.',
  },
  schemas: {
    body: ManagedStoreBody,
    patch: ManagedStorePatch,
    record: ManagedStore,
    list: ManagedStoresAnswer,
    query: ManagedStoresQuery,
  },
  rows: shopRows,
  around: async (db) => ({
    countries: new Set((await db.selectFrom('countries').select('id').execute()).map(({ id }) => id)),
  }),
  find: findShop,
  list: async (db, storeId, page, { search }) => {
    const shop = await findShop(db, storeId, storeId)
    const found = searchRecords(shop ? [shop] : [], search, ({ code, name }) => [code, name])
    return sliceByName(found, page, shop?.defaultCultureCode ?? 'en')
  },
  view: (_around, record: ShopRecord) => record,
  read: ({ countries }, body, before) => {
    const faults: Fault[] = []
    const fault = (field: string, text: string): void => void faults.push({ field, text })
    const cultures = [...new Set(body.cultures)]
    const currencies = [...new Set(body.currencies.map((code) => code.toUpperCase()))]
    const known = Intl.supportedValuesOf('currency')
    for (const [index, code] of currencies.entries()) {
      if (!known.includes(code))
        fault(`currencies.${index}`, `must be a currency of ISO 4217: ${code} is none`)
    }
    if (!cultures.includes(body.defaultCultureCode)) {
      fault('defaultCultureCode', `must be one of the cultures: ${cultures.join(', ')}`)
    }
    if (!isTimeZone(body.timeZone)) fault('timeZone', 'must be a time zone such as Europe/Copenhagen')
    const countryId = body.countryId ?? null
    if (countryId !== null && !countries.has(countryId)) fault('countryId', 'there is no such country')
    const texts = (field: 'receiptHead' | 'receiptFoot') =>
      readTexts(body[field] ?? {}, { field, cultures, before: before?.[field], faults })
    const draft = {
      name: body.name.trim(),
      description: text(body.description),
      line1: text(body.line1),
      line2: text(body.line2),
      postalCode: text(body.postalCode),
      city: text(body.city),
      region: text(body.region),
      countryId,
      phoneNumber: text(body.phoneNumber),
      emailAddress: text(body.emailAddress),
      taxNumber: text(body.taxNumber),
      receiptHead: texts('receiptHead'),
      receiptFoot: texts('receiptFoot'),
      cultures,
      defaultCultureCode: body.defaultCultureCode,
      currencies,
      timeZone: body.timeZone,
      orderNumberPrefix: body.orderNumberPrefix ?? '',
      lockAfterMinutes: body.lockAfterMinutes ?? DEFAULT_LOCK_MINUTES,
      code: before?.code ?? '',
    }
    return { draft, faults }
  },
  check: async (db, _around, wanted) => {
    const lists: Fault[][] = []
    for (const { before, draft } of wanted) lists.push(before ? await stillInUse(db, before, draft) : [])
    return lists
  },
  fields: (_around, { id: _id, version: _version, code: _code, ...fields }) => fields,
})

/** Blanks are nothing: each text is a line on receipts. */
const text = (typed: string | null | undefined): string | null => typed?.trim() || null

/** What is taken from a store although something works in it. */
async function stillInUse(
  db: ReadDb,
  before: ShopRecord,
  after: Pick<ShopRecord, 'cultures' | 'currencies'>,
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const culture of before.cultures.filter((each) => !after.cultures.includes(each))) {
    const used = inWords(await usesOfCulture(db, before.id, culture))
    if (used) faults.push({ field: 'cultures', text: `${culture} is in use: ${used}` })
  }
  for (const currency of before.currencies.filter((each) => !after.currencies.includes(each))) {
    const used = inWords(await usesOfCurrency(db, before, currency))
    if (used) faults.push({ field: 'currencies', text: `${currency} is in use: ${used}` })
  }
  return faults
}

/** More names than these would tell nobody more. */
const NAMED = 5

function inWords({ carts, priceGroups }: InUse): string {
  const more = priceGroups.length > NAMED ? [`${priceGroups.length - NAMED} more`] : []
  const groups = [...priceGroups.slice(0, NAMED), ...more].join(', ')
  return [
    ...(groups === '' ? [] : [`price groups ${groups}`]),
    ...(carts === 0 ? [] : [carts === 1 ? '1 open cart' : `${carts} open carts`]),
  ].join('; ')
}
