/**
 * How secrets that the core must be able to read again are written into its file. A key store belongs to one user of
 * one machine and the file may move, so a secret that cannot be opened has to be one that can be made anew.
 */
export interface SecretKeeper {
  /** Tells the secrets of one keeper from those of another in the same file; short and never changed. */
  readonly name: string
  seal(secret: string): Promise<string>
  /** @returns undefined for what was sealed on another machine or by another user */
  open(sealed: string): Promise<string | undefined>
}

/** Where there is no key store: secrets are as safe as the file, which is its owner's only. */
export const plainKeeper: SecretKeeper = {
  name: 'plain',
  seal: async (secret) => Promise.resolve(secret),
  open: async (sealed) => Promise.resolve(sealed),
}
