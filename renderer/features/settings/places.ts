import { holdsScope, type ConsoleScope } from '../../api/scopes.ts'
import type { MessageKey } from '../../i18n/index.ts'

/** The parts of the list, from the top. */
export const SETTINGS_GROUPS = ['shop', 'selling', 'people', 'system'] as const
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number]

/** A page of the settings. */
export interface SettingsPlace {
  /** Its address is `/settings/<key>`, its route `settings-<key>`. */
  readonly key: string
  readonly group: SettingsGroup
  readonly icon: string
  readonly title: MessageKey
  /** What somebody must be allowed to, to find it in the list. */
  readonly scope: ConsoleScope
  /** Whether it lists records, each with a page of its own: `/settings/<key>/<id>`, route `settings-<key>-record`. */
  readonly hasRecords?: boolean
}

/** Every place, in the order of the list. A new one is a line here, and its page one in `pages.ts`. */
export const SETTINGS_PLACES = [
  {
    key: 'shop',
    group: 'shop',
    icon: 'i-lucide-store',
    title: 'shop.title',
    scope: 'manage',
  },
  {
    key: 'tills',
    group: 'shop',
    icon: 'i-lucide-banknote',
    title: 'tills.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'drawer',
    group: 'shop',
    icon: 'i-lucide-inbox',
    title: 'drawer.title',
    scope: 'manage',
  },
  {
    key: 'email',
    group: 'shop',
    icon: 'i-lucide-mail',
    title: 'mail.title',
    scope: 'manage',
  },
  {
    key: 'staff',
    group: 'people',
    icon: 'i-lucide-id-card',
    title: 'staff.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'price-groups',
    group: 'selling',
    icon: 'i-lucide-tags',
    title: 'priceGroups.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'tax-rates',
    group: 'selling',
    icon: 'i-lucide-percent',
    title: 'taxRates.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'catalogs',
    group: 'selling',
    icon: 'i-lucide-library',
    title: 'catalogs.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'shipping-methods',
    group: 'selling',
    icon: 'i-lucide-truck',
    title: 'methods.shippingMethods',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'payment-methods',
    group: 'selling',
    icon: 'i-lucide-credit-card',
    title: 'methods.paymentMethods',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'countries',
    group: 'selling',
    icon: 'i-lucide-globe',
    title: 'countries.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'campaigns',
    group: 'selling',
    icon: 'i-lucide-badge-percent',
    title: 'campaigns.title',
    scope: 'manage',
    hasRecords: true,
  },
  {
    key: 'local-api',
    group: 'system',
    icon: 'i-lucide-plug',
    title: 'localApi.title',
    scope: 'admin',
  },
  {
    key: 'data',
    group: 'system',
    icon: 'i-lucide-database',
    title: 'data.title',
    scope: 'admin',
  },
] as const satisfies readonly SettingsPlace[]

export type PlaceKey = (typeof SETTINGS_PLACES)[number]['key']
/** Those that list records. */
export type RecordPlaceKey = Extract<(typeof SETTINGS_PLACES)[number], { hasRecords: true }>['key']

export const placeRoute = ({ key }: Pick<SettingsPlace, 'key'>): string => `settings-${key}`

/** Those that the list shows to whoever is signed in, from the top. */
export const openPlaces = (): readonly SettingsPlace[] =>
  SETTINGS_GROUPS.flatMap((name) =>
    SETTINGS_PLACES.filter(({ group, scope }) => group === name && holdsScope(scope)),
  )
