/**
 * A text without what nobody sees and no keyboard types: marks of direction, soft hyphens, and what parts or joins letters
 * without a width. Web pages, e-mails and spreadsheets put it into what is copied from them.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '')
