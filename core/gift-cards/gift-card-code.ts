import { hash, randomInt } from 'node:crypto'
import { badRequest } from '../kernel/errors.ts'
import { withoutInvisible } from '../kernel/invisible.ts'

/** Capital letters and digits that nobody takes for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Of a code that is made here: 80 bits, which nobody guesses. */
const LENGTH = 16
/** Of a code that was printed by somebody else. */
const SHORTEST = 6
const LONGEST = 40

/** A code for a card that has none yet: `7KQM-2XRP-9DHW-BT4N`. */
export function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return letters.replaceAll(/.{4}(?=.)/gu, '$&-')
}

/**
 * A code without what people, scanners and e-mails put into it: spaces, dashes of any kind, also the long vowel sign that
 * Japanese keyboards type for one, small letters, letters of full width, and what nobody sees.
 */
export const normalCode = (code: string): string =>
  withoutInvisible(code.normalize('NFKC'))
    .replaceAll(/[\s\p{Pd}\u2212ー]/gu, '')
    .toUpperCase()

/** What is kept of a code. */
export interface KeptCode {
  readonly code_hash: string
  /** What a card is known by afterwards. */
  readonly last_characters: string
}

/**
 * What is kept of the code of a card.
 * @throws CommerceError BadRequest where it is none that a card may have
 */
export function requireCode(code: string): KeptCode {
  const normal = normalCode(code)
  if (/^[A-Z0-9]+$/.test(normal) && normal.length >= SHORTEST && normal.length <= LONGEST) {
    return { code_hash: hashOfCode(normal), last_characters: normal.slice(-4) }
  }
  throw badRequest('gift-card.code-form', 'must be 6 to 40 letters and digits', 'code')
}

/** What a card with this code is found by, however the code is written. */
export const hashOfCode = (code: string): string => hash('sha256', normalCode(code))
