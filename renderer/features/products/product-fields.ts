import type { Ref, ShallowRef } from 'vue'
import type { ApiError, Fault } from '../../api/api-error.ts'
import type { ProductBody } from '../../api/products.ts'
import type { MessageKey, Texts } from '../../i18n/index.ts'
import { faultText } from '../../ui/fault-text.ts'
import {
  fieldOfFault,
  nextRow,
  pricedIn,
  withoutRow,
  type FormFault,
  type ProductForm,
} from './product-form.ts'

/** The form of a product, as the parts of its page use it. */
export interface ProductFields {
  readonly isNew: boolean
  get: (field: string) => string
  set: (field: string, text: string) => void
  /**
   * Sets a field to what is on its way: who saves the form meanwhile waits for it, and who discards it does without.
   * @param text undefined where it does not come
   */
  bring: (field: string, text: Promise<string | undefined>) => Promise<void>
  /** What is wrong with what stands there, in words. */
  faultAt: (field: string) => string | undefined
  /** The fields where something else stands than may. */
  faulty: () => readonly string[]
  /** @see pricedIn of the form */
  pricedIn: (row: string) => readonly string[]
  rows: () => readonly string[]
  addRow: () => string
  removeRow: (row: string) => void
}

const FAULT_TEXTS: Readonly<Record<FormFault & string, MessageKey>> = {
  required: 'form.required',
  rate: 'product.noRate',
  gone: 'recordPage.groupGone',
}

/** What is wrong with the texts of a form: what was seen here, and what the API has refused. */
export interface FormFaults {
  readonly local: Readonly<Record<string, FormFault>>
  /** What was sent, that its faults are about. */
  readonly sent?: { readonly form: ProductForm; readonly body: ProductBody } | undefined
}

/**
 * @param error what the API has refused what was sent with
 */
export function productFields(
  form: ShallowRef<ProductForm | undefined>,
  faults: Readonly<Ref<FormFaults>>,
  error: () => ApiError | undefined,
  t: Texts['t'],
  isNew = false,
): Omit<ProductFields, 'bring'> {
  const change = (next: Partial<ProductForm>): void => {
    if (form.value) form.value = { ...form.value, ...next }
  }
  const refused = (field: string): string | undefined => {
    const { sent } = faults.value
    const fault = sent && error()?.faults.find((one) => placeOf(one, sent) === field)
    return fault && faultText(fault)
  }
  return {
    isNew,
    get: (field) => form.value?.fields[field] ?? '',
    set: (field, text) => change({ fields: { ...form.value?.fields, [field]: text } }),
    faultAt(field) {
      const local = faults.value.local[field]
      if (local === undefined) return refused(field)
      return typeof local === 'string' ? t(FAULT_TEXTS[local]) : t('refund.noAmount', { ...local })
    },
    faulty: () => Object.keys(faults.value.local),
    pricedIn: (row) => (form.value ? pricedIn(form.value, row) : []),
    rows: () => form.value?.rows ?? [],
    addRow() {
      const row = nextRow(form.value?.rows ?? [])
      change({ rows: [...(form.value?.rows ?? []), row] })
      return row
    },
    removeRow(row) {
      if (form.value) form.value = withoutRow(form.value, row)
    },
  }
}

const placeOf = ({ field }: Fault, { body, form }: NonNullable<FormFaults['sent']>): string | undefined =>
  field === undefined ? undefined : fieldOfFault(field, form, body)
