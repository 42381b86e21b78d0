import type { Component } from 'vue'
import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import { openPlaces, placeRoute, SETTINGS_PLACES } from './features/settings/places.ts'
import type { ConsoleScope } from './api/scopes.ts'
import { loadMissingPages } from './load-anew.ts'
import type * as Pages from './pages.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** The part of the console the page belongs to, marked in the rail. */
    section: 'carts' | 'orders' | 'customers' | 'products' | 'prices' | 'today' | 'settings'
    /** What somebody must be allowed to, to do anything there, where the section alone does not ask for it. */
    scope?: ConsoleScope
  }
}

/** One of the pages that come together. */
const page = (pick: (all: typeof Pages) => Component) => async () => pick(await import('./pages.ts'))
/** The two that a clerk works on come by themselves, so that the first is quick. */
const cartsPage = async () => import('./features/carts/carts-page.vue')
const cartPage = async () => import('./features/carts/cart-editor-page.vue')

/** Fetches every page that is not here yet; one that cannot be had now is asked for again when it is opened. */
export async function fetchPages(): Promise<void> {
  await Promise.allSettled([cartsPage(), cartPage(), import('./pages.ts')])
}

/** The routes below `/settings`, which itself leads to the first place that is open; where none is, to one that is not. */
const settingsRoutes = (): RouteRecordRaw[] => [
  {
    path: '',
    name: 'settings',
    redirect: () => {
      const [first = SETTINGS_PLACES[0]] = openPlaces()
      return { name: placeRoute(first) }
    },
  },
  ...SETTINGS_PLACES.flatMap((place): RouteRecordRaw[] => {
    const { key, scope } = place
    const meta = { section: 'settings', scope } as const
    const list: RouteRecordRaw = {
      path: key,
      name: placeRoute(place),
      meta,
      component: page(({ placePages }) => placePages[key]),
    }
    if (!('hasRecords' in place)) return [list]
    return [
      list,
      {
        path: `${key}/:id`,
        name: `${placeRoute(place)}-record`,
        component: page(({ recordPages }) => recordPages[place.key]),
        props: true,
        meta,
      },
    ]
  }),
]

/** Addresses live behind `#`: the same built files work over HTTP and in the desktop window, reloads included. */
export function createConsoleRouter(): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/carts' },
      { path: '/carts', name: 'carts', component: cartsPage, meta: { section: 'carts' } },
      {
        path: '/carts/:cartId',
        name: 'cart',
        component: cartPage,
        props: true,
        meta: { section: 'carts' },
      },
      {
        path: '/orders',
        name: 'orders',
        component: page((all) => all.OrdersPage),
        meta: { section: 'orders' },
      },
      {
        path: '/orders/:orderId',
        name: 'order',
        component: page((all) => all.OrderPage),
        props: true,
        meta: { section: 'orders' },
      },
      {
        path: '/orders/:orderId/print',
        name: 'print',
        component: page((all) => all.PrintPage),
        props: true,
        meta: { section: 'orders' },
      },
      {
        path: '/gift-cards',
        name: 'gift-cards',
        component: page((all) => all.GiftCardsPage),
        meta: { section: 'orders', scope: 'staff' },
      },
      {
        path: '/gift-cards/:giftCardId',
        name: 'gift-card',
        component: page((all) => all.GiftCardPage),
        props: true,
        meta: { section: 'orders', scope: 'staff' },
      },
      {
        path: '/products',
        name: 'products',
        component: page((all) => all.ProductsPage),
        meta: { section: 'products' },
      },
      {
        path: '/new-product',
        name: 'new-product',
        component: page((all) => all.NewProductPage),
        meta: { section: 'products', scope: 'manage' },
      },
      {
        path: '/product-pictures',
        name: 'product-pictures',
        component: page((all) => all.PicturesPage),
        meta: { section: 'products', scope: 'manage' },
      },
      {
        path: '/products/:productId',
        name: 'product',
        component: page((all) => all.ProductPage),
        props: true,
        meta: { section: 'products' },
      },
      {
        path: '/labels',
        name: 'labels',
        component: page((all) => all.LabelsPage),
        meta: { section: 'products', scope: 'staff' },
      },
      {
        path: '/stock',
        name: 'stock',
        component: page((all) => all.StockPage),
        meta: { section: 'products', scope: 'staff' },
      },
      {
        path: '/stock/adjust',
        name: 'adjust-stock',
        component: page((all) => all.AdjustStockPage),
        meta: { section: 'products', scope: 'staff' },
      },
      {
        path: '/stock/:variantId',
        name: 'stock-level',
        component: page((all) => all.StockLevelPage),
        props: true,
        meta: { section: 'products', scope: 'staff' },
      },
      {
        path: '/customers',
        name: 'customers',
        component: page((all) => all.CustomersPage),
        meta: { section: 'customers' },
      },
      {
        path: '/customers/new',
        name: 'new-customer',
        component: page((all) => all.NewCustomerPage),
        meta: { section: 'customers' },
      },
      {
        path: '/customers/:customerId',
        name: 'customer',
        component: page((all) => all.CustomerPage),
        props: true,
        meta: { section: 'customers' },
      },
      ...(['customer-groups', 'organizations'] as const).flatMap((kind): RouteRecordRaw[] => [
        {
          path: `/${kind}`,
          name: kind,
          component: page((all) => all.CirclesPage),
          props: { kind },
          meta: { section: 'customers' },
        },
        {
          path: `/${kind}/:id`,
          name: `${kind}-record`,
          component: page((all) => all.CirclePage),
          props: ({ params }) => ({ kind, id: params['id'] }),
          meta: { section: 'customers' },
        },
      ]),
      {
        path: '/price-grid',
        name: 'price-grid',
        component: page((all) => all.PriceGridPage),
        meta: { section: 'prices' },
      },
      {
        path: '/import',
        name: 'import',
        component: page((all) => all.ImportPage),
        props: { subject: 'products' },
        meta: { section: 'products', scope: 'manage' },
      },
      {
        path: '/import-customers',
        name: 'import-customers',
        component: page((all) => all.ImportPage),
        props: { subject: 'customers' },
        meta: { section: 'customers', scope: 'manage' },
      },
      {
        path: '/import-stock',
        name: 'import-stock',
        component: page((all) => all.ImportPage),
        props: { subject: 'stock' },
        meta: { section: 'products', scope: 'manage' },
      },
      {
        path: '/prices',
        name: 'prices',
        component: page((all) => all.PricesPage),
        meta: { section: 'prices' },
      },
      {
        path: '/settings',
        component: page((all) => all.SettingsPage),
        meta: { section: 'settings' },
        children: settingsRoutes(),
      },
      { path: '/today', name: 'today', component: page((all) => all.TodayPage), meta: { section: 'today' } },
      { path: '/till', name: 'till', component: page((all) => all.TillPage), meta: { section: 'today' } },
      {
        path: '/till/:countId',
        name: 'till-count',
        component: page((all) => all.TillCountPage),
        props: true,
        meta: { section: 'today' },
      },
      {
        path: '/takings',
        name: 'takings',
        component: page((all) => all.TakingsPage),
        meta: { section: 'today' },
      },
      {
        path: '/takings/print',
        name: 'takings-print',
        component: page((all) => all.TakingsPrintPage),
        meta: { section: 'today' },
      },
      { path: '/:rest(.*)*', redirect: '/carts' },
    ],
  })
  followAddress(router)
  loadMissingPages(router)
  return router
}

/**
 * The router follows the address bar from its first page on. One that is asked for while the first is on its way counts, too: the
 * first would put its own address over it.
 */
function followAddress(router: Router): void {
  const stop = router.options.history.listen((to) => void router.replace(to))
  router.isReady().then(stop, stop)
}
