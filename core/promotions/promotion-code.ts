/** The one spelling of a promotion code: codes are the same in upper and lower case. */
export const canonicalCode = (code: string): string => code.normalize('NFKC').trim().toUpperCase()
