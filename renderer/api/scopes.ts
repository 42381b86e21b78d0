import { shallowRef } from 'vue'

/** What a session may do: each scope includes those before it, as in the core. */
const SCOPES = ['staff', 'manage', 'admin'] as const
export type ConsoleScope = (typeof SCOPES)[number]

/** As the token endpoint says it: scopes, separated by spaces. */
const held = shallowRef('')

/** @param scope of the access token that this page uses */
export function noteScope(scope: string): void {
  held.value = scope
}

/** Whether this session may; what it may not is left out of sight, and refused by the core all the same. */
export function holdsScope(scope: ConsoleScope): boolean {
  const words = held.value.split(' ')
  return SCOPES.slice(SCOPES.indexOf(scope)).some((enough) => words.includes(enough))
}
