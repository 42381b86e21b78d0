/** A name without case, accents and what nobody sees, in which what is typed is looked for: a keyboard may lack them. */
export const fold = (name: string, locale: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLocaleLowerCase(locale)
    .trim()
