/** The scheme of links that other programs and mails hold: `backcounter://order/ID`. */
export const LINK_SCHEME = 'backcounter'

/** What a link may name, and the page of the console that shows it. */
const PAGES: Readonly<Record<string, string>> = {
  order: '/orders/',
  cart: '/carts/',
  customer: '/customers/',
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The page that a link leads to, as the console's router has it. A link comes from anywhere: it names a record by its id
 * and can say nothing else; undefined for whatever does not.
 */
export function pageOfLink(link: string): string | undefined {
  const url = URL.parse(link)
  if (url?.protocol !== `${LINK_SCHEME}:`) return undefined
  const { host, pathname, search, hash, username, password } = url
  const id = pathname.replace(/^\//, '').replace(/\/$/, '')
  const page = Object.hasOwn(PAGES, host) ? PAGES[host] : undefined
  const isPlain = [search, hash, username, password].every((part) => part === '')
  return page !== undefined && isPlain && GUID.test(id) ? page + id.toLowerCase() : undefined
}

/** The page of the link that the system has started the program with, where it has. */
export function pageInArguments(args: readonly string[]): string | undefined {
  return args.map(pageOfLink).find((page) => page !== undefined)
}
