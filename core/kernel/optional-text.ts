/** A text as it was given; null if there is nothing but white space in it. */
export const orNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : text

/** A text without the white space around it; null if nothing is left. */
export const trimmedOrNull = (text: string | null | undefined): string | null => text?.trim() || null
