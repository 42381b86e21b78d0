import { badRequest } from '../kernel/errors.ts'

/**
 * That a PATCH names something of what it may change: names that nobody knows are ignored, and one that is misspelled would be
 * taken for changed.
 * @param names of fields of the body
 * @throws CommerceError BadRequest
 */
export function requireNamed(body: object, names: readonly string[]): void {
  const named = new Map<string, unknown>(Object.entries(body))
  if (names.some((name) => named.get(name) !== undefined)) return
  throw badRequest('body.nothing-to-change', `The body names nothing to change: ${names.join(', ')}.`)
}
