import { hash, randomBytes } from 'node:crypto'

/** A token, code or client secret: 256 random bits. Shown once; only its hash is kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret. A plain digest is enough for 256 random bits; there is nothing to guess. */
export const hashOf = (secret: string): string => hash('sha256', secret)
