/** What a token may do. A scope includes those it lists here, and theirs. */
const included = {
  storefront: [],
  support: [],
  price: [],
  staff: ['storefront', 'support'],
  admin: ['staff'],
} as const satisfies Record<string, readonly string[]>

export type Scope = keyof typeof included

export const isScope = (text: string): text is Scope => Object.hasOwn(included, text)

/** Splits a scope text ("staff price"); undefined where a word is no scope or there is none. */
export function parseScopes(text: string): Scope[] | undefined {
  const words = [...new Set(text.split(' ').filter(Boolean))]
  return words.length > 0 && words.every(isScope) ? words : undefined
}

/** The scopes and all that they include. */
export function expandScopes(scopes: readonly Scope[]): ReadonlySet<Scope> {
  const all = new Set<Scope>()
  const add = (scope: Scope): void => {
    all.add(scope)
    included[scope].forEach(add)
  }
  scopes.forEach(add)
  return all
}
