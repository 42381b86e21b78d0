import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldFault, fieldFaultCodes } from '../../core/records/field-faults.ts'
import { ApiError, type Fault } from '../../renderer/api/api-error.ts'
import type { Answer } from '../support/answer.ts'
import { ApiDocument, type JsonSchema, type NamedOperation } from '../support/api-document.ts'
import type { Method } from '../support/caller.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { expectSaidEverywhere } from './said-everywhere.ts'

const shop = sharedShop()
const WITH_CODES = { headers: { prefer: 'fault-codes' } }
const UNKNOWN = '00000000-0000-7000-8000-000000000000'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })
afterAll(() => vi.unstubAllGlobals())

let clerk: Clerk
beforeAll(async () => {
  clerk = await shop().as('admin')
})

/** Each kind of fault once: what it is said with is the same in each. */
class Faults {
  readonly #byCode = new Map<string, Fault>()

  add(answer: Answer): this {
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
    for (const fault of ApiError.fromBody(answer.status, answer.body).faults) {
      expect(fault.code, fault.text).toBeDefined()
      this.#byCode.set(fault.code ?? '', fault)
    }
    return this
  }

  get all(): readonly Fault[] {
    return [...this.#byCode.values()]
  }

  get codes(): readonly string[] {
    return [...this.#byCode.keys()]
  }
}

const post = async (path: string, body: object): Promise<Answer> =>
  clerk.post(`/manage/${path}`, body, WITH_CODES)
const patch = async (path: string, body: object): Promise<Answer> =>
  clerk.patch(`/manage/${path}`, body, WITH_CODES)
const remove = async (path: string): Promise<Answer> => clerk.delete(`/manage/${path}`, WITH_CODES)
interface Made {
  readonly id: string
  readonly version: number
  readonly variants?: readonly { readonly id: string }[]
}
async function made(path: string, body: object): Promise<Made> {
  const answer = await post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Made
}

let names = 0
/** A name, a sku, a code of its own. */
const own = (): string => `T${(names += 1)}`
const named = (): { names: Record<string, string> } => ({ names: { 'en-GB': own() } })
const group = (fields: object = {}): object => ({ ...named(), currency: 'EUR', ...fields })
const product = (fields: object = {}): object => ({
  ...named(),
  sku: own(),
  variants: [{ prices: [] }],
  ...fields,
})
const goods = { target: 'lines', rate: 0.1 }
const campaign = (item: object, fields: object = {}): object => ({
  ...named(),
  currencies: [{ currency: 'EUR', minimum: 0 }],
  items: [{ ...named(), ...goods, ...item }],
  ...fields,
})
const criterion = (kind: string, parameters: object): object => group({ criteria: [{ kind, parameters }] })

/** What the shop’s own records may be refused for, noun by noun. */
const REFUSALS: Readonly<Record<string, (faults: Faults) => Promise<void>>> = {
  'tax rates': async (faults) => {
    faults
      .add(await post('tax-rates', { names: {}, rate: 0.1 }))
      .add(await post('tax-rates', { names: { a: 'x', 'fr-FR': 'x' }, rate: 0.1 }))
      .add(await post('tax-rates', { ...named(), rate: 0.1, isDefault: true, state: 'retired' }))
  },
  tills: async (faults) => {
    const name = own()
    await made('tills', { name })
    faults.add(await post('tills', { name }))
  },
  catalogs: async (faults) => {
    const { id } = await made('catalogs', named())
    await made('products', product({ catalogId: id }))
    faults.add(await patch(`catalogs/${id}`, { state: 'retired' })).add(await remove(`catalogs/${id}`))
  },
  products: async (faults) => {
    const retired = await made('tax-rates', { ...named(), rate: 0.1, state: 'retired' })
    const shut = await made('catalogs', { ...named(), state: 'retired' })
    const [sku, variantSku, barcode] = [own(), own(), own()]
    const variants = [{ variantSku, barcodes: [barcode] }, { variantSku: own() }]
    const other = await made('products', product({ sku, variants }))
    const repeated = { priceGroupId: await clerk.priceGroup(), price: 1 }
    faults
      .add(await post('products', product({ sku: ' a', imageUrl: 'ftp://x', variants: [] })))
      .add(await post('products', product({ catalogId: UNKNOWN, taxRateId: UNKNOWN })))
      .add(await post('products', product({ imageUrl: '/api/v1/images/none', catalogId: shut.id })))
      .add(await post('products', product({ taxRateId: retired.id, variants: [{}, {}] })))
      .add(await post('products', product({ variants: [{ variantSku: 'x' }, { variantSku: 'x' }] })))
      .add(await post('products', product({ variants: [{ id: UNKNOWN, barcodes: ['1', '1'] }] })))
      .add(await post('products', product({ variants: [{ prices: [repeated, repeated] }] })))
      .add(await post('products', product({ sku, variants: [{ variantSku, barcodes: [barcode] }] })))
      .add(
        await clerk.put(
          `/manage/products/${other.id}`,
          product({ sku, variants: [{ id: other.variants?.[1]?.id, variantSku }] }),
          WITH_CODES,
        ),
      )
  },
  prices: async (faults) => {
    const { id, version } = await made('products', product())
    const prices = [{ priceGroupId: UNKNOWN, price: 1 }]
    const change = async (fields: object): Promise<Answer> =>
      patch('prices', { products: [{ id, version, variants: [{ variantSku: null, prices }], ...fields }] })
    faults
      .add(await change({}))
      .add(await change({ id: UNKNOWN }))
      .add(await change({ version: 99 }))
      .add(await change({ variants: [{ variantSku: 'none', prices }] }))
  },
  'price groups': async (faults) => {
    const base = await made('price-groups', group())
    const derived = await made('price-groups', group({ basePriceGroupId: base.id }))
    const retired = await made('price-groups', group({ state: 'retired' }))
    let deepest = derived.id
    let answer: Answer
    do {
      answer = await post('price-groups', group({ basePriceGroupId: deepest }))
      deepest = (answer.body as Made).id
    } while (answer.status === 200)
    faults
      .add(answer)
      .add(await post('price-groups', group({ currency: 'SEK', basePriceGroupId: UNKNOWN })))
      .add(await post('price-groups', group({ basePriceGroupId: retired.id })))
      .add(await post('price-groups', group({ basePriceGroupId: base.id, currency: 'DKK' })))
      .add(await patch(`price-groups/${base.id}`, { basePriceGroupId: derived.id }))
      .add(await patch(`price-groups/${base.id}`, { currency: 'DKK' }))
      .add(await patch(`price-groups/${base.id}`, { state: 'retired' }))
      .add(await remove(`price-groups/${base.id}`))
  },
  'criteria of price groups': async (faults) => {
    const faulty = async (kind: string, parameters: object): Promise<void> =>
      void faults.add(await post('price-groups', criterion(kind, parameters)))
    await faulty('nothing', {})
    await faulty('timeWindow', {})
    await faulty('timeWindow', { weekday: ['Monday'], colour: ['red'] })
    await faulty('timeWindow', { from: ['2026-13-01T10:00'] })
    await faulty('timeWindow', { from: ['2026-02-01T10:00', '2026-02-02T10:00'] })
    await faulty('timeWindow', { from: ['2026-02-02T10:00'], to: ['2026-02-01T10:00'] })
    await faulty('timeWindow', { startTime: ['10:00'], endTime: ['10:00'] })
    await faulty('customerGroup', {})
    await faulty('customerGroup', { customerGroup: [UNKNOWN] })
    await faulty('organization', { organization: [UNKNOWN] })
    await faulty('property', { key: [''], value: ['x'] })
    await faulty('property', { key: ['x'.repeat(256)], value: ['x'] })
  },
  customers: async (faults) => {
    const person = { lastName: 'Holm' }
    const { id } = await made('customers', person)
    const address = await clerk.anAddress({ id: UNKNOWN, countryId: UNKNOWN })
    const gone = await made('customers', person)
    await clerk.post(`/manage/customers/${gone.id}/erase`, {})
    faults
      .add(await post('customers', {}))
      .add(await post('customers', { ...person, organizationId: UNKNOWN, customerGroupIds: [UNKNOWN] }))
      .add(await post('customers', { ...person, addresses: [address] }))
      .add(await patch(`customers/${gone.id}`, { note: 'x' }))
      .add(await post(`customers/${id}/merge`, { doubleId: id }))
      .add(await post(`customers/${id}/merge`, { doubleId: gone.id }))
  },
  'members of groups': async (faults) => {
    const { id } = await made('customer-groups', { name: own() })
    faults
      .add(await post(`customer-groups/${id}/members`, { add: [UNKNOWN], remove: [] }))
      .add(await post(`customer-groups/${UNKNOWN}/members`, { add: [], remove: [] }))
      .add(await post(`organizations/${UNKNOWN}/members`, { add: [], remove: [] }))
  },
  'shipping methods': async (faults) => {
    const { id } = await made('shipping-methods', named())
    faults
      .add(await post('shipping-methods', { ...named(), descriptions: { 'da-DK': 'x' }, countries: ['ZZ'] }))
      .add(await post('shipping-methods', { ...named(), prices: [{ priceGroupId: UNKNOWN, amount: 1 }] }))
      .add(await post('shipping-methods', { ...named(), paymentMethodIds: [UNKNOWN] }))
      .add(await post('shipping-methods', { ...named(), defaultPaymentMethodId: UNKNOWN }))
      .add(await clerk.patch(`/manage/shipping-methods/${id}`, { position: 1 }, seen(99)))
  },
  'payment methods': async (faults) => {
    const properties = [{ cultureCode: 'fr-FR', value: 'x' }]
    faults
      .add(await post('payment-methods', { ...named(), properties }))
      .add(await post('payment-methods', { ...named(), gatewayUrl: 'ftp://x' }))
      .add(await post('payment-methods', { ...named(), takesCash: true, redeemsGiftCards: true }))
  },
  countries: async (faults) => {
    faults
      .add(await patch('countries/DK', { shippingMethods: { [UNKNOWN]: true } }))
      .add(await patch('countries/DK', { paymentMethods: { [UNKNOWN]: true } }))
  },
  staff: async (faults) => {
    const { name } = (await made('staff', { name: own(), role: 'clerk' })) as Made & { name: string }
    const gone = await made('staff', { name: own(), role: 'clerk', state: 'retired' })
    faults
      .add(await post('staff', { name, role: 'clerk' }))
      .add(await clerk.put(`/manage/staff/${gone.id}/pin`, { pin: '1234' }, WITH_CODES))
  },
  stores: async (faults) => {
    const { stores } = (await clerk.get('/manage/stores')).body as { stores: { id: string }[] }
    const path = `stores/${stores[0]?.id ?? ''}`
    const used = async (): Promise<void> =>
      void faults.add(await patch(path, { cultures: ['en-GB'], currencies: ['EUR'] }))
    faults
      .add(await patch(path, { currencies: ['EUR', 'DKK', 'QQQ'], timeZone: 'Nowhere', countryId: UNKNOWN }))
      .add(await patch(path, { defaultCultureCode: 'fr-FR' }))
      .add(await patch(path, { walkInShippingMethodId: await clerk.shippingMethod('Home delivery') }))
      .add(await patch(path, { walkInPaymentMethodId: await clerk.paymentMethod('Invoice') }))
      .add(await patch(path, { countryId: null, beginsWithWalkIn: true }))
    await used()
    await clerk.aCart({ cultureCode: 'de-DE', currency: 'DKK' })
    await used()
    await clerk.aCart({ cultureCode: 'de-DE', currency: 'DKK' })
    await used()
  },
  campaigns: async (faults) => {
    const other = { currency: 'DKK', amount: 1 }
    const time = { validFrom: '2026-02-02', validTo: '2026-02-01' }
    const codes = [{ code: 'WELCOME10' }, { code: 'welcome10' }]
    faults
      .add(await post('campaigns', campaign({}, time)))
      .add(await post('campaigns', campaign({}, { ...time, validTo: 'soon', currencies: [], items: [] })))
      .add(await post('campaigns', campaign({ id: UNKNOWN, rate: null })))
      .add(await post('campaigns', campaign({ amounts: [other] })))
      .add(await post('campaigns', campaign({ target: 'order', skus: ['x'] })))
      .add(await post('campaigns', campaign({ skus: ['no-such'], catalogIds: [UNKNOWN] }, { codes })))
      .add(await post('campaigns', campaign({}, { priceGroupIds: [UNKNOWN] })))
  },
  programs: async (faults) => {
    const client = { name: ' ', scope: 'nothing', tokenSeconds: 0.5 }
    const addresses = { redirectUris: ['here'], allowedOrigins: ['here'] }
    faults.add(await clerk.post('/clients', { ...client, ...addresses }, WITH_CODES))
  },
}

const seen = (version: number) => ({ headers: { ...WITH_CODES.headers, 'if-match': `"${version}"` } })

/**
 * Kinds that no request here makes: those of files, of what a body’s schema measures first, of a shop that has grown or has
 * had a walk-in, and of criteria that somebody has written past the core.
 */
const NOT_MADE = [
  'field.maxItems',
  'field.maxLength',
  'criterion.invalid',
  'customer.data-erased',
  'customer.of-walk-ins',
  'customer.other-store',
  'staff-member.too-many',
] as const

describe('a fault of a field of the shop’s own records', () => {
  it('is said in every language, whatever the noun; nothing is at fault in a way that is not among these', async () => {
    const faults = new Faults()
    for (const refuse of Object.values(REFUSALS)) await refuse(faults)
    const left = fieldFaultCodes.filter((code) => !faults.codes.includes(code))
    expect(left.filter((code) => !code.startsWith('store.used-by'))).toEqual(NOT_MADE)
    const named = { code: 'x', form: 'x', kind: 'x', kinds: 'x', name: 'x', sku: 'x', what: 'x' }
    const lists = { cultures: 'x', currencies: 'x', currency: 'x', groups: 'x' }
    const values = { ...named, ...lists, carts: 3, limit: 3, most: 3 }
    const others = left.map((code) => ({ error: 'BadRequest', ...fieldFault('field', code, values) }))
    await expectSaidEverywhere([...faults.all, ...others])
  })

  it('is said in every language where the form of a body is wrong, on every address', async () => {
    const faults = new Faults()
    for (const { body, operation } of wrongBodies(await managing())) {
      const answer = await send(operation, body)
      if (answer.status !== 200) faults.add(answer)
    }
    expect(faults.codes.length).toBeGreaterThan(8)
    await expectSaidEverywhere(faults.all)
  })

  it('is said in every language where there is no such record, on every address', async () => {
    for (const { method, path } of await managing()) {
      if (method !== 'GET' || !path.includes('{id}') || path.includes('/members')) continue
      const answer = await clerk.request('GET', addressOf(path), WITH_CODES)
      expect(answer.status, path).toBe(404)
      await expectSaidEverywhere(new Faults().add(answer).all)
    }
  })
})

/** The operations of `/manage`. */
async function managing(): Promise<readonly NamedOperation[]> {
  const served = await shop().core.app.inject('/api/v1/openapi.json')
  return ApiDocument.of(served.body).operations.filter(({ path }) => path.startsWith('/api/v1/manage/'))
}

const addressOf = (path: string): string => path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, UNKNOWN)

const send = async ({ method, path }: NamedOperation, body: object): Promise<Answer> =>
  clerk.request(method as Method, addressOf(path), { body, ...WITH_CODES })

/** Bodies with one field each that is hardly as its schema says; a schema that several have is tried once. */
function* wrongBodies(operations: readonly NamedOperation[]) {
  const tried = new Set<string>()
  for (const operation of operations) {
    const schema = operation.operation.requestBody?.content['application/json']?.schema
    if (!schema) continue
    if (schema.required) yield { operation, body: {} }
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const key = JSON.stringify(field)
      if (tried.has(key)) continue
      tried.add(key)
      for (const value of wrongValues(field)) yield { operation, body: { [name]: value } }
    }
  }
}

function wrongValues({ items, maxLength, maximum, minimum, type }: JsonSchema): unknown[] {
  const types = [type ?? []].flat()
  return [
    types.includes('object') || types.includes('array') ? 'text' : { an: 'object' },
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '\0', ' ', 'no such']),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(items ? wrongValues(items).map((value) => [value]) : []),
  ]
}
