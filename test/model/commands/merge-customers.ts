import fc from 'fast-check'
import { having } from '../match.ts'
import { Refused } from '../model.ts'
import { isNameless, keptCustomer, type Cart, type State } from '../state.ts'
import { renewed } from '../views.ts'
import type { Customer, StoreWorld } from '../world.ts'
import { at, command, mostly, NOBODYS_ID, place, storeOf } from './command.ts'
import { isForWalkIns } from './place-order.ts'

/** Makes one customer of two that are the same person. */
export const mergeCustomers = command({
  name: 'merge two customers',
  weight: 8,
  picks: fc.record({
    store: fc.constantFrom('harbour' as const, 'uptown' as const),
    kept: fc.nat({ max: 4 }),
    double: place,
    isKnown: mostly<'both' | 'double' | 'kept'>('both', 'double', 'kept'),
  }),
  call: (state, picks) => {
    // Those of the demo stay as they are, for the stories after this one.
    const ofDemo = new Set(storeOf(state, picks.store).customers.map(({ id }) => id))
    const made = state.customers[picks.store].filter(
      (customer) => !isNameless(customer) && !ofDemo.has(customer.id),
    )
    const kept = at(made, picks.kept)?.id
    // Seldom one and the same.
    const others = picks.double % 9 === 8 ? made : made.filter(({ id }) => id !== kept)
    const double = at(others, picks.double)?.id
    if (kept === undefined || double === undefined) return undefined
    const keptId = picks.isKnown === 'double' ? NOBODYS_ID : kept
    const doubleId = picks.isKnown === 'kept' ? NOBODYS_ID : double
    return {
      store: picks.store,
      method: 'POST',
      path: `/manage/customers/${keptId}/merge`,
      body: { doubleId },
      scopes: ['manage'],
      decide: (before, caller) => {
        const two = [keptId, doubleId].map((id) => keptCustomer(before, caller.store.code, id))
        const [stays, goes] = two
        if (!stays) throw new Refused('NotFound')
        if (!goes || goes === stays) throw new Refused('BadRequest', 'doubleId')
        if (two.some((one) => one && isForWalkIns(one))) throw new Refused('Conflict')
        const { customer, groups, then } = merged(before, caller.store, stays, goes)
        const { emailAddress, firstName, id, lastName, phoneNumber } = customer
        return {
          status: 200,
          body: having({
            customer: having({ id, firstName, lastName, email: emailAddress, phoneNumber }),
            customerGroups: groups,
          }),
          next: () => then,
        }
      },
    }
  },
})

/** The one that stays has what it had, and of the other what it lacks. */
function merged(
  state: State,
  store: StoreWorld,
  stays: Customer,
  goes: Customer,
): { readonly customer: Customer; readonly groups: number; readonly then: State } {
  const { code } = store
  const named = `${stays.firstName}${stays.lastName}` === '' ? goes : stays
  const customer: Customer = {
    id: stays.id,
    firstName: named.firstName,
    lastName: named.lastName,
    emailAddress: stays.emailAddress ?? goes.emailAddress,
    phoneNumber: stays.phoneNumber ?? goes.phoneNumber,
  }
  const [own, others] = [stays, goes].map(({ id }) => store.circles.get(id))
  const groups = new Set([...(own?.groups ?? []), ...(others?.groups ?? [])])
  const circles = new Map(store.circles).set(stays.id, {
    groups,
    organization: own?.organization ?? others?.organization,
  })
  circles.delete(goes.id)
  const ofCart = (cart: Cart): Cart => {
    if (cart.customerId !== goes.id) return cart
    const placedEtags =
      cart.state === 'ordered' && cart.etag !== undefined
        ? [...cart.placedEtags, cart.etag]
        : cart.placedEtags
    return renewed({ ...cart, customerId: stays.id, placedEtags })
  }
  const stores = { ...state.world.stores, [code]: { ...store, circles } }
  return {
    customer,
    groups: groups.size - (own?.groups.size ?? 0),
    then: {
      ...state,
      world: { ...state.world, stores },
      customers: {
        ...state.customers,
        [code]: state.customers[code]
          .filter((one) => one !== goes)
          .map((one) => (one === stays ? customer : one)),
      },
      doubles: [
        ...state.doubles.map((double) =>
          double.keptId === goes.id ? { ...double, keptId: stays.id } : double,
        ),
        { id: goes.id, email: goes.emailAddress, keptId: stays.id },
      ],
      carts: state.carts.map(ofCart),
      orders: state.orders.map((order) => ({
        ...order,
        placed:
          order.placed.customerId === goes.id ? { ...order.placed, customerId: stays.id } : order.placed,
        customer: order.customer.id === goes.id ? { ...order.customer, id: stays.id } : order.customer,
      })),
    },
  }
}
