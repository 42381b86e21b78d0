/**
 * A text without what nobody sees, such as marks of direction and spaces without a width, which come along with what is copied.
 */
export const withoutInvisible = (text: string): string => text.replaceAll(/\p{Cf}/gu, '')

/** A text as any keyboard types it: in letters and digits of half width, with its accents in one, and without what nobody sees. */
export const plainText = (text: string): string => withoutInvisible(text.normalize('NFKC'))
