import type { IncomingMessage } from 'node:http'

/** Carts under another name. */
const basket = /^\/api\/v1\/baskets(?=[/?]|$)/i

export const isBasketAddress = (url: string): boolean => basket.test(url)

/** Query names are found in any case. */
const miniBasket = /([?&][Vv][Ii][Ee][Ww][Ss]=)miniBasket(?=&|$)/

/** The address that the routes know. Every request comes through here: one comparison, for all but baskets. */
export const rewriteUrl = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  isBasketAddress(url) ? url.replace(basket, '/api/v1/carts').replace(miniBasket, '$1miniCart') : url
