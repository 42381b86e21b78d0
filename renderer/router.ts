import { createRouter, createWebHashHistory, type Router } from 'vue-router'
import CartEditorPage from './features/carts/cart-editor-page.vue'
import CartsPage from './features/carts/carts-page.vue'
import OrderPage from './features/orders/order-page.vue'
import OrdersPage from './features/orders/orders-page.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** The part of the console the page belongs to, marked in the rail. */
    section: 'carts' | 'orders'
  }
}

/** Addresses live behind `#`: the same built files work over HTTP and in the desktop window, reloads included. */
export function createConsoleRouter(): Router {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/carts' },
      { path: '/carts', name: 'carts', component: CartsPage, meta: { section: 'carts' } },
      {
        path: '/carts/:cartId',
        name: 'cart',
        component: CartEditorPage,
        props: true,
        meta: { section: 'carts' },
      },
      { path: '/orders', name: 'orders', component: OrdersPage, meta: { section: 'orders' } },
      {
        path: '/orders/:orderId',
        name: 'order',
        component: OrderPage,
        props: true,
        meta: { section: 'orders' },
      },
      { path: '/:rest(.*)*', redirect: '/carts' },
    ],
  })
}
