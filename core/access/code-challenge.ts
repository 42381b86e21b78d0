import { createHash, timingSafeEqual } from 'node:crypto'

/** Proof Key for Code Exchange (RFC 7636), by S256: a code that somebody else has seen is of no use to them. */

/** A SHA-256 digest in base64url. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * Whether a code that was asked for with a challenge comes with what the challenge was made of. One that was asked
 * for without comes without: otherwise a code could be slipped to a program that uses challenges.
 */
export function meetsChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  // RFC 7636, section 4.1: long enough that it cannot be guessed.
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const digest = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(digest), Buffer.from(challenge))
}
