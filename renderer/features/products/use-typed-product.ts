import { computed, nextTick, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { ApiError } from '../../api/api-error.ts'
import type { ManagedProduct, ProductBody } from '../../api/products.ts'
import { useTexts } from '../../i18n/index.ts'
import { inWordsOf } from '../../ui/fault-text.ts'
import type { Loaded } from '../../ui/use-loaded.ts'
import { leftFaults } from '../records/left-faults.ts'
import type { OpenRecord } from '../records/use-record-editor.ts'
import { productFields, type FormFaults, type ProductFields } from './product-fields.ts'
import { bodyOf, rowField, type ProductForm } from './product-form.ts'
import type { ProductTerms } from './product-terms.ts'
import type { Shelf } from './shelf.ts'

export interface TypedProduct {
  fields: ProductFields
  /** What the API has refused it with, each fault with its field in words. */
  error: ComputedRef<ApiError | undefined>
  /** The record on its page: changed, too, while something is on its way into it, and busy where that is to be saved. */
  asOpen: <R extends OpenRecord<ManagedProduct, ProductForm>>(record: R) => R
  /**
   * The body to be sent, with what was on its way, and once it is known what the product refers to; undefined where that did not
   * come, or where something that is typed is no such thing.
   */
  read: (stored?: ManagedProduct) => Promise<ProductBody | undefined>
}

/** What was said to be wrong when it was to be saved, and what was stored then. */
interface ToldFaults extends FormFaults {
  readonly stored?: ManagedProduct | undefined
}

/** A product as it is typed, with what is wrong with it at its fields. */
export function useTypedProduct(
  form: ShallowRef<ProductForm | undefined>,
  shelf: Pick<Loaded<Shelf>, 'data' | 'settled'>,
  terms: ProductTerms,
  refused: () => ApiError | undefined,
  isNew = false,
): TypedProduct {
  const { t } = useTexts()
  const faults = shallowRef<ToldFaults>({ local: {} })
  const left = computed((): FormFaults => {
    const { local, sent, stored } = faults.value
    const typed = form.value
    if (!typed) return { local: {}, sent }
    return { local: leftFaults(local, () => bodyOf(typed, terms.termsOf(stored), stored).faults), sent }
  })
  const typedFields = productFields(form, left, refused, t, isNew)

  /** What is on its way, by the field that it is for. */
  const coming = shallowRef<ReadonlyMap<string, Promise<string | undefined>>>(new Map())
  const isAwaited = shallowRef(false)
  const noMore = (field: string): void => {
    coming.value = new Map([...coming.value].filter(([each]) => each !== field))
  }
  async function bring(field: string, text: Promise<string | undefined>): Promise<void> {
    coming.value = new Map([...coming.value, [field, text]])
    const isMeant = (): boolean => coming.value.get(field) === text
    try {
      const came = await text
      if (came !== undefined && isMeant()) typedFields.set(field, came)
    } finally {
      if (isMeant()) noMore(field)
    }
  }
  /** @returns whether nothing is missing that was on its way */
  async function hasCome(): Promise<boolean> {
    if (coming.value.size === 0 && shelf.data.value) return true
    isAwaited.value = true
    try {
      const came = await Promise.all(coming.value.values())
      await shelf.settled()
      // The rate of tax that new products have is put in by then.
      await nextTick()
      return shelf.data.value !== undefined && came.every((text) => text !== undefined)
    } finally {
      isAwaited.value = false
    }
  }

  /** `variants.0.barcodes.1` in words. */
  function placeOf(path: string): string {
    const { sent } = faults.value
    const [part = '', index = '', ...rest] = path.split('.')
    const row = part === 'variants' ? sent?.form.rows[Number(index)] : undefined
    if (!sent || row === undefined) return terms.labelOf(path)
    const sku = sent.form.fields[rowField(row, 'variantSku')] || sent.body.sku
    const price =
      rest[0] === 'prices' ? sent.body.variants[Number(index)]?.prices?.[Number(rest[1])] : undefined
    return terms.labelOf(['variants', sku, rest[0] ?? '', price?.priceGroupId ?? rest[1] ?? ''].join('.'))
  }

  return {
    fields: {
      ...typedFields,
      bring,
      set(field, text) {
        // What is typed in its place counts, and not what comes later.
        if (coming.value.has(field)) noMore(field)
        typedFields.set(field, text)
      },
    },
    error: computed(() => {
      const error = refused()
      return error && inWordsOf(error, placeOf)
    }),
    asOpen: (record) => ({
      ...record,
      isChanged: computed(() => record.isChanged.value || coming.value.size > 0),
      faults: {
        ...record.faults,
        isBusy: computed(() => record.faults.isBusy.value || isAwaited.value),
      },
      discard() {
        coming.value = new Map()
        faults.value = { local: {} }
        record.discard()
      },
    }),
    async read(stored) {
      if (!(await hasCome()) || !form.value) return undefined
      const typed = form.value
      const { body, faults: local } = bodyOf(typed, terms.termsOf(stored), stored)
      faults.value = { local, sent: { form: typed, body }, stored }
      return Object.keys(local).length === 0 ? body : undefined
    },
  }
}
