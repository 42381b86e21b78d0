import fc from 'fast-check'
import { Refused } from '../model.ts'
import { isNameless, withStore } from '../state.ts'
import { at, command, mostly, NOBODYS_ID, place, storeOf } from './command.ts'
import type { Circles, StoreWorld } from '../world.ts'

/** Takes a customer into a group or an organization that price groups ask for, or lets them go. */
export const changeMembers = command({
  name: 'change members',
  weight: 4,
  picks: fc.record({
    store: fc.constantFrom('harbour' as const, 'uptown' as const),
    kind: fc.constantFrom('customerGroup' as const, 'organization' as const),
    circle: place,
    customer: fc.nat({ max: 3 }),
    joins: fc.boolean(),
    isKnown: mostly(true, false),
  }),
  call: (state, picks) => {
    const store = storeOf(state, picks.store)
    const circle = at(askedFor(store, picks.kind), picks.circle)
    const known = state.customers[picks.store].filter((customer) => !isNameless(customer)).toReversed()
    const customerId = picks.isKnown ? at(known, picks.customer)?.id : NOBODYS_ID
    if (circle === undefined || customerId === undefined) return undefined
    const path = picks.kind === 'customerGroup' ? 'customer-groups' : 'organizations'
    const how = picks.joins ? 'add' : 'remove'
    return {
      store: picks.store,
      method: 'POST',
      path: `/manage/${path}/${circle}/members`,
      body: { [how]: [customerId] },
      scopes: ['manage'],
      decide: (before, caller) => {
        if (caller.store.code !== picks.store) throw new Refused('NotFound')
        if (!picks.isKnown) throw new Refused('BadRequest', `${how}.0`)
        const now = caller.store.circles.get(customerId) ?? { groups: new Set(), organization: undefined }
        const then = { ...now, ...changed(now, picks, circle) }
        const circles = new Map(caller.store.circles).set(customerId, then)
        const isSame = then.organization === now.organization && then.groups.size === now.groups.size
        return {
          status: 200,
          body: { success: true, changed: isSame ? 0 : 1 },
          next: () => withStore(before, { ...caller.store, circles }),
        }
      },
    }
  },
})

/** What the criteria of the store's price groups name. */
const askedFor = ({ criteria }: StoreWorld, kind: 'customerGroup' | 'organization'): string[] => [
  ...new Set([...criteria.values()].flat().flatMap(({ values }) => values.get(kind) ?? [])),
]

function changed(
  { groups, organization }: Circles,
  { kind, joins }: { readonly kind: 'customerGroup' | 'organization'; readonly joins: boolean },
  circle: string,
): Partial<Circles> {
  if (kind === 'customerGroup') {
    const others = [...groups].filter((id) => id !== circle)
    return { groups: new Set(joins ? [...others, circle] : others) }
  }
  // A customer is of one organization at most.
  if (joins) return { organization: circle }
  return organization === circle ? { organization: undefined } : {}
}
