import { parseCulture } from '../../kernel/culture.ts'
import { newId, parseId } from '../../kernel/ids.ts'
import { plainRate, toPpm, toRate } from '../../kernel/money.ts'
import { inheritedAmounts, methodFields, methodView, ownAmounts } from '../../methods/method-view.ts'
import { listMethods } from '../../methods/list-methods.ts'
import { MethodsQuery } from '../../methods/method.schema.ts'
import { readAddress, readMethod } from '../../methods/read-method.ts'
import { readReferences, type References } from '../../methods/references.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import { defineNoun, type Read } from '../../records/noun.ts'
import type {
  PaymentMethodDraft,
  PaymentMethodProperty,
  PaymentMethodRecord,
} from './payment-method-record.ts'
import {
  findPaymentMethodRecords,
  isPaymentMethodUsed,
  paymentMethodRows,
} from './payment-method-record.repository.ts'
import {
  ManagedPaymentMethod,
  ManagedPaymentMethods,
  PaymentMethodBody,
  PaymentMethodPatch,
} from './payment-method.schema.ts'

/** How orders can be paid, as the shop writes it. */
export const paymentMethodNoun = defineNoun({
  one: 'payment method',
  many: 'payment methods',
  schemas: {
    body: PaymentMethodBody,
    patch: PaymentMethodPatch,
    record: ManagedPaymentMethod,
    list: ManagedPaymentMethods,
    query: MethodsQuery,
  },
  says: {
    list: 'In the order in which they are offered.',
    remove: 'One that orders were paid with, or that shipping methods go with, is kept, and offered no more.',
  },
  rows: paymentMethodRows,
  around: async (db, storeId): Promise<References> => readReferences(db, storeId, 'payment_methods'),
  find: async (db, storeId, key) => {
    const id = parseId(key)
    return id === undefined ? undefined : (await findPaymentMethodRecords(db, storeId, [id]))[0]
  },
  list: async (db, storeId, page, query) =>
    listMethods(await findPaymentMethodRecords(db, storeId), page, query),
  view: (around: References, method: PaymentMethodRecord): ManagedPaymentMethod => ({
    ...methodView(around, method),
    fees: ownAmounts(around, method),
    inheritedFees: inheritedAmounts(around, method),
    feePercent: toRate(method.feeRate),
    sendsInvoice: method.sendsInvoice,
    takesCash: method.takesCash,
    redeemsGiftCards: method.redeemsGiftCards,
    gatewayUrl: method.gatewayUrl,
    returnUrl: method.returnUrl,
    imageId: method.imageId,
    properties: method.properties.map(({ cultureCode, id, value }) => ({ id, cultureCode, value })),
  }),
  fields: (around, method) => ({
    ...methodFields(around, method, 'fees'),
    feePercent: plainRate(method.feeRate),
    sendsInvoice: method.sendsInvoice,
    takesCash: method.takesCash,
    redeemsGiftCards: method.redeemsGiftCards,
    gatewayUrl: method.gatewayUrl,
    returnUrl: method.returnUrl,
    imageId: method.imageId,
    properties: method.properties.map(({ cultureCode, value }) =>
      cultureCode === null ? value : `${cultureCode}: ${value}`,
    ),
  }),
  read,
  removal: {
    isUsed: async (db, { id }) => isPaymentMethodUsed(db, id),
    retired: (method) => ({ ...method, state: 'retired' as const }),
  },
})

function read(
  around: References,
  body: PaymentMethodBody,
  before: PaymentMethodRecord | undefined,
): Read<PaymentMethodDraft> {
  const faults: FieldFault[] = []
  const draft = {
    ...readMethod(around, body, { field: 'fees', given: body.fees }, before, faults),
    feeRate: toPpm(body.feePercent ?? 0),
    sendsInvoice: body.sendsInvoice ?? false,
    takesCash: body.takesCash ?? false,
    redeemsGiftCards: body.redeemsGiftCards ?? false,
    gatewayUrl: readAddress('gatewayUrl', body.gatewayUrl, faults),
    returnUrl: readAddress('returnUrl', body.returnUrl, faults),
    imageId: body.imageId ?? null,
    properties: readProperties(around, body.properties ?? [], before?.properties ?? [], faults),
  }
  if (draft.takesCash && draft.redeemsGiftCards) {
    faults.push(fieldFault('redeemsGiftCards', 'payment-method.cash-and-cards'))
  }
  return { draft, faults }
}

/** In the order of their ids; a property that says what it said keeps its own. */
function readProperties(
  { store: { cultures } }: References,
  given: NonNullable<PaymentMethodBody['properties']>,
  before: readonly PaymentMethodProperty[],
  faults: FieldFault[],
): PaymentMethodProperty[] {
  const left = [...before]
  const read = given.map(({ cultureCode: spelling, value }, index) => {
    const cultureCode = spelling ? (parseCulture(spelling) ?? spelling) : null
    const same = left.findIndex((known) => known.cultureCode === cultureCode && known.value === value)
    const [known] = same < 0 ? [] : left.splice(same, 1)
    // What is there already may stay, whatever has become of the store's cultures.
    if (cultureCode !== null && !known && !cultures.includes(cultureCode)) {
      const field = `properties.${index}.cultureCode`
      faults.push(fieldFault(field, 'store.culture', { cultures: cultures.join(', ') }))
    }
    return { id: known?.id ?? newId(), cultureCode, value }
  })
  return read.sort((a, b) => (a.id < b.id ? -1 : 1))
}
