import type { FastifyRequest } from 'fastify'

/** Stands where something is not kept. */
const LEFT_OUT = '…'
/** Whatever is scanned among goods is asked for as a code of a campaign, too. */
const CODE = '/:code'
const SEARCH = /([?&]search=)[^&]+/g

/**
 * The address of a request as it may be kept: what somebody looked for may be the code of a gift card, or a person, and is left
 * out, as are codes in paths.
 */
export function notedAddress({ originalUrl, routeOptions }: FastifyRequest): string {
  const mark = originalUrl.indexOf('?')
  const query = mark < 0 ? '' : originalUrl.slice(mark).replaceAll(SEARCH, `$1${LEFT_OUT}`)
  const path = mark < 0 ? originalUrl : originalUrl.slice(0, mark)
  const isOfCode = routeOptions.url?.endsWith(CODE) === true
  return (isOfCode ? path.slice(0, path.lastIndexOf('/') + 1) + LEFT_OUT : path) + query
}
