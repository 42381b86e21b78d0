import { shallowRef } from 'vue'

/** What somebody may do; the core says which includes which. */
export type ConsoleScope = 'support' | 'staff' | 'price' | 'manage' | 'admin'

/** Of whoever is at the desk; all of them where the store has no staff. */
const held = shallowRef<ReadonlySet<string>>(new Set())

export function noteScopes(scopes: readonly string[]): void {
  held.value = new Set(scopes)
}

/** Whether they may; what they may not is left out of sight or says why, and is refused by the core all the same. */
export const holdsScope = (scope: ConsoleScope): boolean => held.value.has(scope)
