import type { ReadDb } from '../database/engine.ts'
import { sliceByName } from '../database/queries/keyset.ts'
import { trimmedOrNull } from '../kernel/optional-text.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { faultsInto, fieldFault, type FieldFault } from '../records/field-faults.ts'
import { defineNoun } from '../records/noun.ts'
import { searchRecords } from '../records/search-records.ts'
import { readTexts } from '../records/texts.ts'
import { DEFAULT_LOCK_MINUTES } from '../stores/store.table.ts'
import {
  findStoreSettings,
  storeSettingsRows,
  usesOfCulture,
  usesOfCurrency,
  type InUse,
  type StoreSettings,
} from './store-settings.repository.ts'
import { readWalkInTerms, walkInMethods } from './walk-in-terms.ts'
import {
  ManagedStore,
  ManagedStoreBody,
  ManagedStorePatch,
  ManagedStoresAnswer,
  ManagedStoresQuery,
} from './store-settings.schema.ts'

/** What the store of the token says of itself. Stores are made by the first start, and by `POST /manage/stores`; they stay. */
export const storeNoun = defineNoun({
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
  rows: storeSettingsRows,
  around: async (db, storeId) => ({
    countries: await countryCodes(db),
    walkIn: await walkInMethods(db, storeId),
  }),
  find: findStoreSettings,
  list: async (db, storeId, page, { search }) => {
    const shop = await findStoreSettings(db, storeId, storeId)
    const found = searchRecords(shop ? [shop] : [], search, ({ code, name }) => [code, name])
    return sliceByName(found, page, shop?.defaultCultureCode ?? 'en')
  },
  view: (_around, record: StoreSettings) => record,
  read: ({ countries, walkIn }, body, before) => {
    const faults: FieldFault[] = []
    const fault = faultsInto(faults)
    const cultures = [...new Set(body.cultures)]
    const currencies = [...new Set(body.currencies.map((code) => code.toUpperCase()))]
    const known = Intl.supportedValuesOf('currency')
    for (const [index, code] of currencies.entries()) {
      if (!known.includes(code)) fault(`currencies.${index}`, 'store.iso-currency', { code })
    }
    if (!cultures.includes(body.defaultCultureCode)) {
      fault('defaultCultureCode', 'store.default-culture', { cultures: cultures.join(', ') })
    }
    if (!isTimeZone(body.timeZone)) fault('timeZone', 'store.time-zone')
    const countryId = body.countryId ?? null
    if (countryId !== null && !countries.has(countryId)) fault('countryId', 'country.not-found')
    const texts = (field: 'receiptHead' | 'receiptFoot') =>
      readTexts(body[field] ?? {}, { field, cultures, before: before?.[field], faults })
    const draft: Omit<StoreSettings, 'id' | 'version'> = {
      name: body.name.trim(),
      description: trimmedOrNull(body.description),
      line1: trimmedOrNull(body.line1),
      line2: trimmedOrNull(body.line2),
      postalCode: trimmedOrNull(body.postalCode),
      city: trimmedOrNull(body.city),
      region: trimmedOrNull(body.region),
      countryId,
      phoneNumber: trimmedOrNull(body.phoneNumber),
      emailAddress: trimmedOrNull(body.emailAddress),
      taxNumber: trimmedOrNull(body.taxNumber),
      receiptHead: texts('receiptHead'),
      receiptFoot: texts('receiptFoot'),
      cultures,
      defaultCultureCode: body.defaultCultureCode,
      currencies,
      timeZone: body.timeZone,
      orderNumberPrefix: body.orderNumberPrefix ?? '',
      lockAfterMinutes: body.lockAfterMinutes ?? DEFAULT_LOCK_MINUTES,
      ...readWalkInTerms(walkIn, body, before, faults),
      code: before?.code ?? '',
    }
    return { draft, faults }
  },
  check: async (db, _around, wanted) => {
    const lists: FieldFault[][] = []
    for (const { before, draft } of wanted) lists.push(before ? await stillInUse(db, before, draft) : [])
    return lists
  },
  fields: ({ countries, walkIn }, { id: _id, version: _version, code: _code, ...fields }) => {
    const { countryId, walkInPaymentMethodId: payment, walkInShippingMethodId: shipping } = fields
    return {
      ...fields,
      countryId: countryId && (countries.get(countryId) ?? countryId),
      walkInShippingMethodId: shipping && (walkIn.shipping.get(shipping)?.name ?? shipping),
      walkInPaymentMethodId: payment && (walkIn.payment.get(payment)?.name ?? payment),
    }
  },
})

/** Every country's code by its id. */
async function countryCodes(db: ReadDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('countries').select(['id', 'iso_code']).execute()
  return new Map(rows.map(({ id, iso_code }) => [id, iso_code]))
}

/** What is taken from a store although something works in it. */
async function stillInUse(
  db: ReadDb,
  before: StoreSettings,
  after: Pick<StoreSettings, 'cultures' | 'currencies'>,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = []
  for (const culture of before.cultures.filter((each) => !after.cultures.includes(each))) {
    faults.push(...usedBy('cultures', culture, await usesOfCulture(db, before.id, culture)))
  }
  for (const currency of before.currencies.filter((each) => !after.currencies.includes(each))) {
    faults.push(...usedBy('currencies', currency, await usesOfCurrency(db, before, currency)))
  }
  return faults
}

/** More names than these would tell nobody more. */
const NAMED = 5

function usedBy(field: string, what: string, { carts, priceGroups }: InUse): FieldFault[] {
  const more = priceGroups.length > NAMED ? [`${priceGroups.length - NAMED} more`] : []
  const groups = [...priceGroups.slice(0, NAMED), ...more].join(', ')
  if (priceGroups.length === 0) {
    if (carts === 0) return []
    return carts === 1
      ? [fieldFault(field, 'store.used-by-cart', { what })]
      : [fieldFault(field, 'store.used-by-carts', { what, carts })]
  }
  if (carts === 0) return [fieldFault(field, 'store.used-by-groups', { what, groups })]
  return carts === 1
    ? [fieldFault(field, 'store.used-by-groups-and-cart', { what, groups })]
    : [fieldFault(field, 'store.used-by-groups-and-carts', { what, groups, carts })]
}
