import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where a page ended: the values of its last row's sort columns, the unique id last. */
export type Cursor = readonly (string | number)[]

/**
 * Paging tokens are opaque and signed: the signature covers what the token belongs to (path, query, store), so a
 * token of another query, or one changed by a character, does not open.
 */
export function sealCursor(key: Buffer, scope: string, cursor: Cursor): string {
  const payload = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${payload}.${sign(key, scope, payload).toString('base64url')}`
}

/** @returns the cursor, or undefined where the token is not one of this scope */
export function openCursor(key: Buffer, scope: string, token: string): Cursor | undefined {
  const [payload, signature, more] = token.split('.')
  if (payload === undefined || signature === undefined || more !== undefined) return undefined
  const expected = sign(key, scope, payload)
  const given = Buffer.from(signature, 'base64url')
  // Base64url has spare bits: without comparing the text, a changed last character could still open.
  if (given.toString('base64url') !== signature) return undefined
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Cursor
}

const sign = (key: Buffer, scope: string, payload: string): Buffer =>
  createHmac('sha256', key).update(`${scope}\n${payload}`).digest().subarray(0, 16)
