/** A name without case and accents, in which what is typed is looked for: a keyboard may lack them. */
export const fold = (name: string, locale: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(locale).trim()
