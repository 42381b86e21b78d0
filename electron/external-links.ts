/** Carriers whose tracking pages a shipment may link to. */
const CARRIER_HOSTS = new Set([
  'www.dhl.com',
  'www.dpd.com',
  'www.fedex.com',
  'gls-group.com',
  'www.postnord.dk',
  'www.ups.com',
  'tools.usps.com',
])

/**
 * Whether an address may be handed to the system: pages of the local API (an order's payment page, the API's
 * description), tracking pages of carriers over https, and a plain mail address or telephone number.
 * @param apiOrigin where this core answers on 127.0.0.1, if it does
 */
export function isAllowedOutside(address: string, apiOrigin: string | undefined): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  switch (url.protocol) {
    case 'https:':
      return CARRIER_HOSTS.has(url.host)
    case 'http:':
      return url.origin === apiOrigin
    case 'mailto:':
      return /^[^\s?&%,;:"'<>()@]+@[\w.-]+$/.test(url.pathname) && url.search === '' && url.hash === ''
    case 'tel:':
      return /^\+?[\d-]{3,30}$/.test(url.pathname) && url.search === '' && url.hash === ''
    default:
      return false
  }
}
