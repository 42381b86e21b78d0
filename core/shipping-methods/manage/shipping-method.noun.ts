import type { ReadDb } from '../../database/engine.ts'
import type { PlainFields } from '../../history/field-changes.ts'
import { parseId } from '../../kernel/ids.ts'
import { plainRate, toPpm, toRate } from '../../kernel/money.ts'
import { methodFields, methodView, inheritedAmounts, ownAmounts } from '../../methods/method-view.ts'
import { listMethods } from '../../methods/list-methods.ts'
import { MethodsQuery } from '../../methods/method.schema.ts'
import { readMethod } from '../../methods/read-method.ts'
import { readReferences, type References } from '../../methods/references.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import { defineNoun, type Read } from '../../records/noun.ts'
import type { ShippingMethodDraft, ShippingMethodRecord } from './shipping-method-record.ts'
import {
  findShippingMethodRecords,
  isShippingMethodUsed,
  shippingMethodRows,
} from './shipping-method-record.repository.ts'
import {
  ManagedShippingMethod,
  ManagedShippingMethods,
  ShippingMethodBody,
  ShippingMethodPatch,
} from './shipping-method.schema.ts'

/** What a shipping method refers to. */
interface Around extends References {
  /** The names of the store's payment methods by their ids. */
  readonly paymentMethods: ReadonlyMap<string, string>
}

/** How goods get to customers, as the shop writes it. */
export const shippingMethodNoun = defineNoun({
  one: 'shipping method',
  many: 'shipping methods',
  schemas: {
    body: ShippingMethodBody,
    patch: ShippingMethodPatch,
    record: ManagedShippingMethod,
    list: ManagedShippingMethods,
    query: MethodsQuery,
  },
  says: {
    list: 'In the order in which they are offered.',
    remove: 'Carts that have chosen it cannot be placed before they choose another.',
  },
  rows: shippingMethodRows,
  around: async (db, storeId): Promise<Around> => ({
    ...(await readReferences(db, storeId, 'shipping_methods')),
    paymentMethods: await paymentMethodNames(db, storeId),
  }),
  find: async (db, storeId, key) => {
    const id = parseId(key)
    return id === undefined ? undefined : (await findShippingMethodRecords(db, storeId, [id]))[0]
  },
  list: async (db, storeId, page, query) =>
    listMethods(await findShippingMethodRecords(db, storeId), page, query),
  view: (around: Around, method: ShippingMethodRecord): ManagedShippingMethod => ({
    ...methodView(around, method),
    prices: ownAmounts(around, method),
    inheritedPrices: inheritedAmounts(around, method),
    taxRate: toRate(method.taxRate),
    delivers: method.delivers,
    paymentMethodIds: [...method.paymentMethodIds],
    defaultPaymentMethodId: method.defaultPaymentMethodId,
  }),
  fields,
  read,
  removal: {
    isUsed: async (db, { id }) => isShippingMethodUsed(db, id),
    retired: (method) => ({ ...method, state: 'retired' as const }),
  },
})

/** What a history says of a shipping method: payment methods by their names. */
function fields(around: Around, method: ShippingMethodRecord): PlainFields {
  const nameOf = (id: string): string => around.paymentMethods.get(id) ?? id
  const { defaultPaymentMethodId, paymentMethodIds } = method
  return {
    ...methodFields(around, method, 'prices'),
    taxRate: plainRate(method.taxRate),
    delivers: method.delivers,
    paymentMethodIds: paymentMethodIds.map(nameOf).sort(),
    defaultPaymentMethodId: defaultPaymentMethodId && nameOf(defaultPaymentMethodId),
  }
}

function read(
  around: Around,
  body: ShippingMethodBody,
  before: ShippingMethodRecord | undefined,
): Read<ShippingMethodDraft> {
  const faults: FieldFault[] = []
  const { defaultPaymentMethodId = null, paymentMethodIds = [] } = body
  const amounts = { field: 'prices', given: body.prices }
  const draft = {
    ...readMethod(around, body, amounts, before, faults),
    taxRate: toPpm(body.taxRate ?? 0),
    delivers: body.delivers ?? true,
    paymentMethodIds: [...new Set(paymentMethodIds)].sort(),
    defaultPaymentMethodId,
  }
  for (const [index, id] of paymentMethodIds.entries()) {
    if (around.paymentMethods.has(id)) continue
    faults.push(fieldFault(`paymentMethodIds.${index}`, 'payment-method.not-found'))
  }
  if (defaultPaymentMethodId !== null && !paymentMethodIds.includes(defaultPaymentMethodId)) {
    faults.push(fieldFault('defaultPaymentMethodId', 'shipping-method.default-payment'))
  }
  return { draft, faults }
}

async function paymentMethodNames(db: ReadDb, storeId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('payment_methods')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
