/** An identifier wherever it stands: upper case, without dashes, in braces, quotes, an address or a sentence. */
const anId =
  /(?<![0-9a-z])([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?![0-9a-z])/gi

/** Nobody pastes more than an address with a payment and its method. */
const MAX_IDS = 10

/** The identifiers that a pasted text holds, canonical, each once. */
export function pastedIds(text: string): string[] {
  // In an address, braces are `%7B` and `%7D`.
  const ids = [...text.replace(/%[0-9a-f]{2}/gi, ' ').matchAll(anId)].map(([, ...parts]) =>
    parts.join('-').toLowerCase(),
  )
  return [...new Set(ids)].slice(0, MAX_IDS)
}

const OPENING = /^[\s"'`´“”„‚‘’«»‹›([{<#№]+/u
const CLOSING = /[\s"'`´“”„‚‘’«»‹›)\]}>.,;:!?]+$/u
/** What people and programs write before the number of an order. What follows has a digit: an order may be a name. */
const LABEL =
  /^(?:(?:order|ordre|bestellung|auftrag|payment|betaling|zahlung|trans(?:action)?|ref(?:erence)?|receipt)(?:[\s_-]*(?:id|no|nr|number|nummer))?|(?:id|no|nr|number|nummer)(?=\s*[.:#=№]))[\s.:#=№]+(?=\S*\d)/iu

/** A pasted text without what stands around a code: quotes, `#`, `Order no.:`, or the address of a page. */
export function pastedCode(text: string): string {
  const bare = stripped(codeOfAddress(text.trim()) ?? text)
  return stripped(bare.replace(LABEL, ''))
}

const stripped = (text: string): string => text.replace(OPENING, '').replace(CLOSING, '')

/** What an address is of: what is searched for in it, or else the last part of its path. */
function codeOfAddress(text: string): string | undefined {
  const address = /^https?:/i.test(text) ? URL.parse(text) : null
  if (!address) return undefined
  const last = address.pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    return address.searchParams.get('search') ?? decodeURIComponent(last)
  } catch {
    return last
  }
}

/**
 * The number of an order as it is typed (`43334`, `H 43334`, `h43334`) in the spelling of its store.
 * @param prefix what the store's numbers begin with, `H-`
 * @returns undefined where the text is no such number
 */
export function typedOrderNumber(text: string, prefix: string): string | undefined {
  const [typed, own] = [compact(text), compact(prefix)]
  const digits = typed.startsWith(own) ? typed.slice(own.length) : typed
  return /^\d{1,15}$/.test(digits) ? `${prefix}${digits}` : undefined
}

const compact = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
