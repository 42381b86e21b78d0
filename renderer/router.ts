import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import { placePages, placeRoutes } from './features/settings/places.ts'
import { reportUnreachable, whenReachable } from './api/connection.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** The part of the console the page belongs to, marked in the rail. */
    section: 'carts' | 'orders' | 'customers' | 'products' | 'prices' | 'today' | 'settings'
  }
}

/** Each is fetched apart, so that the first one is quick. */
const pages = {
  carts: () => import('./features/carts/carts-page.vue'),
  cart: () => import('./features/carts/cart-editor-page.vue'),
  orders: () => import('./features/orders/orders-page.vue'),
  order: () => import('./features/orders/order-page.vue'),
  customers: () => import('./features/customers/customers-page.vue'),
  customer: () => import('./features/customers/customer-page.vue'),
  newCustomer: () => import('./features/customers/new-customer-page.vue'),
  circles: () => import('./features/circles/circles-page.vue'),
  circle: () => import('./features/circles/circle-page.vue'),
  print: () => import('./features/print/print-page.vue'),
  today: () => import('./features/today/today-page.vue'),
  products: () => import('./features/products/products-page.vue'),
  product: () => import('./features/products/product-page.vue'),
  newProduct: () => import('./features/products/new-product-page.vue'),
  priceGrid: () => import('./features/price-grid/price-grid-page.vue'),
  import: () => import('./features/imports/import-page.vue'),
  prices: () => import('./features/prices/prices-page.vue'),
  settings: () => import('./features/settings/settings-page.vue'),
}

/** Fetches every page that is not here yet; one that cannot be had now is asked for again when it is opened. */
export async function fetchPages(): Promise<void> {
  await Promise.allSettled([...Object.values(pages), ...placePages()].map((fetchPage) => fetchPage()))
}

/** Addresses live behind `#`: the same built files work over HTTP and in the desktop window, reloads included. */
export function createConsoleRouter(): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/carts' },
      { path: '/carts', name: 'carts', component: pages.carts, meta: { section: 'carts' } },
      {
        path: '/carts/:cartId',
        name: 'cart',
        component: pages.cart,
        props: true,
        meta: { section: 'carts' },
      },
      { path: '/orders', name: 'orders', component: pages.orders, meta: { section: 'orders' } },
      {
        path: '/orders/:orderId',
        name: 'order',
        component: pages.order,
        props: true,
        meta: { section: 'orders' },
      },
      {
        path: '/orders/:orderId/print',
        name: 'print',
        component: pages.print,
        props: true,
        meta: { section: 'orders' },
      },
      { path: '/products', name: 'products', component: pages.products, meta: { section: 'products' } },
      {
        path: '/new-product',
        name: 'new-product',
        component: pages.newProduct,
        meta: { section: 'products' },
      },
      {
        path: '/products/:productId',
        name: 'product',
        component: pages.product,
        props: true,
        meta: { section: 'products' },
      },
      {
        path: '/customers',
        name: 'customers',
        component: pages.customers,
        meta: { section: 'customers' },
      },
      {
        path: '/customers/new',
        name: 'new-customer',
        component: pages.newCustomer,
        meta: { section: 'customers' },
      },
      {
        path: '/customers/:customerId',
        name: 'customer',
        component: pages.customer,
        props: true,
        meta: { section: 'customers' },
      },
      ...(['customer-groups', 'organizations'] as const).flatMap((kind): RouteRecordRaw[] => [
        {
          path: `/${kind}`,
          name: kind,
          component: pages.circles,
          props: { kind },
          meta: { section: 'customers' },
        },
        {
          path: `/${kind}/:id`,
          name: `${kind}-record`,
          component: pages.circle,
          props: ({ params }) => ({ kind, id: params['id'] }),
          meta: { section: 'customers' },
        },
      ]),
      {
        path: '/price-grid',
        name: 'price-grid',
        component: pages.priceGrid,
        meta: { section: 'prices' },
      },
      {
        path: '/import',
        name: 'import',
        component: pages.import,
        props: { subject: 'products' },
        meta: { section: 'products' },
      },
      {
        path: '/import-customers',
        name: 'import-customers',
        component: pages.import,
        props: { subject: 'customers' },
        meta: { section: 'customers' },
      },
      {
        path: '/prices',
        name: 'prices',
        component: pages.prices,
        meta: { section: 'prices' },
      },
      {
        path: '/settings',
        component: pages.settings,
        meta: { section: 'settings' },
        children: placeRoutes(),
      },
      { path: '/today', name: 'today', component: pages.today, meta: { section: 'today' } },
      { path: '/:rest(.*)*', redirect: '/carts' },
    ],
  })
  // A page that could not be fetched: once the core answers the console is loaded anew, there.
  router.onError(async (_error, to) => {
    reportUnreachable()
    await whenReachable()
    window.location.hash = to.fullPath
    window.location.reload()
  })
  return router
}
