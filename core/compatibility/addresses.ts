import type { IncomingMessage } from 'node:http'

/** Addresses under another name: baskets, and OAuth's in any case. */
const otherName = /^\/api\/v1\/(?:baskets(?=[/?]|$)|oauth\/)/i
const basket = /^\/api\/v1\/baskets(?=[/?]|$)/i

export const isBasketAddress = (url: string): boolean => basket.test(url)

/** The address that the routes know. Every request comes through here: one comparison, for all but the other names. */
export const rewriteUrl = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  otherName.test(url) ? canonical(url) : url

function canonical(url: string): string {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice(0, end)
  const query = url.slice(end)
  if (!isBasketAddress(path)) return path.toLowerCase() + query
  return path.replace(basket, '/api/v1/carts') + query.replace(/([?&]views=)miniBasket(?=&|$)/, '$1miniCart')
}
