import { computed, type ComputedRef } from 'vue'
import type { Shelf } from '../products/shelf.ts'
import { listAll } from '../../api/records.ts'
import { servedCountries, type ServedCountry } from '../../api/methods.ts'
import { useTexts, type MessageKey } from '../../i18n/index.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { useShelf } from '../products/use-shelf.ts'
import { useFieldLabels } from '../records/field-labels.ts'
import { textIn } from '../records/text-in.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import type { MethodTerms } from './method-form.ts'

const LABELS: Readonly<Record<string, MessageKey>> = {
  name: 'methods.nameInOrders',
  imageUrl: 'methods.picture',
  prices: 'methods.price',
  fees: 'methods.fee',
  feePercent: 'methods.feePercent',
  taxRate: 'methods.taxRate',
  countries: 'methods.countries',
  position: 'methods.position',
  delivers: 'methods.delivers',
  paymentMethodIds: 'methods.paymentMethods',
  defaultPaymentMethodId: 'methods.defaultPayment',
  sendsInvoice: 'methods.sendsInvoice',
  takesCash: 'methods.takesCash',
  redeemsGiftCards: 'methods.redeemsGiftCards',
  gatewayUrl: 'methods.gatewayUrl',
  returnUrl: 'methods.returnUrl',
  properties: 'methods.properties',
}

/** What the pages of ways to deliver and to pay have in common. */
export interface MethodPageTerms {
  terms: ComputedRef<MethodTerms>
  shelf: Loaded<Shelf>
  countries: Loaded<ServedCountry[]>
  /** All countries by their names in the clerk's language. */
  countryItems: ComputedRef<{ value: string; label: string }[]>
  countryPresets: ComputedRef<{ label: string; values: readonly string[] }[]>
  labelOf: (field: string) => string
}

/** The member states of the European Union. */
const UNION = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT'],
  ...['LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]

export function useMethodTerms(): MethodPageTerms {
  const { t, locale } = useTexts()
  const storeInfo = useStoreInfo()
  const shelf = useShelf()
  const countries = useLoaded(
    (signal) => listAll(servedCountries, signal),
    () => storeInfo.store?.id,
  )
  const nameOf = ({ isoCode, names }: ServedCountry): string =>
    textIn(names, storeInfo.clerkCulture) ?? isoCode
  const countryItems = computed(() =>
    (countries.data.value ?? [])
      .map((country) => ({ value: country.isoCode, label: nameOf(country) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale.value)),
  )
  const labelOf = useFieldLabels(LABELS, (field, which) =>
    field === 'prices' || field === 'fees'
      ? (shelf.data.value?.priceGroups.find(({ id }) => id === which)?.name ?? which)
      : undefined,
  )
  return {
    terms: computed(() => ({
      culture: locale.value,
      groups: shelf.data.value?.priceGroups ?? [],
      texts: {
        amount: (example: string) => t('recordPage.noAmount', { example }),
        gone: t('recordPage.groupGone'),
        percent: t('recordPage.noPercent'),
        whole: t('recordPage.noWhole'),
      },
    })),
    shelf,
    countries,
    countryItems,
    countryPresets: computed(() => [
      { label: t('methods.allCountries'), values: countryItems.value.map(({ value }) => value) },
      { label: t('methods.union'), values: UNION },
      { label: t('methods.noCountries'), values: [] },
    ]),
    labelOf,
  }
}
