import { withoutInvisible } from '../kernel/invisible.ts'

/**
 * The one spelling of a promotion code: codes are the same in upper and lower case, and with what e-mails put into them that
 * nobody sees, or put in the place of a hyphen.
 */
export const canonicalCode = (code: string): string =>
  withoutInvisible(code.normalize('NFKC')).replaceAll('\u2010', '-').trim().toUpperCase()
