import type { RouteRecordRaw } from 'vue-router'
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
  readonly page: () => Promise<unknown>
  /** One of its records, with the property `id`: `/settings/<key>/<id>`, route `settings-<key>-record`. */
  readonly record?: () => Promise<unknown>
}

/** Every place, in the order of the list. A new one is a line here; its page stands in its own feature's folder. */
export const SETTINGS_PLACES: readonly SettingsPlace[] = [
  {
    key: 'shop',
    group: 'shop',
    icon: 'i-lucide-store',
    title: 'shop.title',
    scope: 'manage',
    page: () => import('../shop/shop-page.vue'),
  },
  {
    key: 'staff',
    group: 'people',
    icon: 'i-lucide-id-card',
    title: 'staff.title',
    scope: 'manage',
    page: () => import('../staff/staff-page.vue'),
    record: () => import('../staff/staff-member-page.vue'),
  },
  {
    key: 'price-groups',
    group: 'selling',
    icon: 'i-lucide-tags',
    title: 'priceGroups.title',
    scope: 'manage',
    page: () => import('../price-groups/price-groups-page.vue'),
    record: () => import('../price-groups/price-group-page.vue'),
  },
  {
    key: 'tax-rates',
    group: 'selling',
    icon: 'i-lucide-percent',
    title: 'taxRates.title',
    scope: 'manage',
    page: () => import('../tax-rates/tax-rates-page.vue'),
    record: () => import('../tax-rates/tax-rate-page.vue'),
  },
  {
    key: 'catalogs',
    group: 'selling',
    icon: 'i-lucide-library',
    title: 'catalogs.title',
    scope: 'manage',
    page: () => import('../catalogs/catalogs-page.vue'),
    record: () => import('../catalogs/catalog-page.vue'),
  },
  {
    key: 'shipping-methods',
    group: 'selling',
    icon: 'i-lucide-truck',
    title: 'methods.shippingMethods',
    scope: 'manage',
    page: () => import('../methods/shipping-methods-page.vue'),
    record: () => import('../methods/shipping-method-page.vue'),
  },
  {
    key: 'payment-methods',
    group: 'selling',
    icon: 'i-lucide-credit-card',
    title: 'methods.paymentMethods',
    scope: 'manage',
    page: () => import('../methods/payment-methods-page.vue'),
    record: () => import('../methods/payment-method-page.vue'),
  },
  {
    key: 'countries',
    group: 'selling',
    icon: 'i-lucide-globe',
    title: 'countries.title',
    scope: 'manage',
    page: () => import('../served-countries/countries-page.vue'),
    record: () => import('../served-countries/country-page.vue'),
  },
  {
    key: 'campaigns',
    group: 'selling',
    icon: 'i-lucide-badge-percent',
    title: 'campaigns.title',
    scope: 'manage',
    page: () => import('../campaigns/campaigns-page.vue'),
    record: () => import('../campaigns/campaign-page.vue'),
  },
  {
    key: 'local-api',
    group: 'system',
    icon: 'i-lucide-plug',
    title: 'localApi.title',
    scope: 'admin',
    page: () => import('../local-api/local-api-page.vue'),
  },
  {
    key: 'data',
    group: 'system',
    icon: 'i-lucide-database',
    title: 'data.title',
    scope: 'admin',
    page: () => import('../data/data-page.vue'),
  },
]

export const placeRoute = ({ key }: Pick<SettingsPlace, 'key'>): string => `settings-${key}`

/** Those that the list shows to whoever is signed in, from the top. */
export const openPlaces = (): readonly SettingsPlace[] =>
  SETTINGS_GROUPS.flatMap((name) =>
    SETTINGS_PLACES.filter(({ group, scope }) => group === name && holdsScope(scope)),
  )

/** The pages of all places, to be fetched before they are asked for. */
export const placePages = (): readonly (() => Promise<unknown>)[] =>
  SETTINGS_PLACES.flatMap(({ page, record }) => (record ? [page, record] : [page]))

/** The routes below `/settings`, which itself leads to the first place that is open. */
export const placeRoutes = (): RouteRecordRaw[] => [
  {
    path: '',
    name: 'settings',
    redirect: () => {
      const [first] = openPlaces()
      return first ? { name: placeRoute(first) } : '/carts'
    },
  },
  ...SETTINGS_PLACES.flatMap((place): RouteRecordRaw[] => {
    const page: RouteRecordRaw = { path: place.key, name: placeRoute(place), component: place.page }
    if (!place.record) return [page]
    return [
      page,
      {
        path: `${place.key}/:id`,
        name: `${placeRoute(place)}-record`,
        component: place.record,
        props: true,
      },
    ]
  }),
]
