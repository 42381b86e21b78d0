import type { Cart } from './state.ts'
import type { Circles, Criterion, PriceGroup, StoreWorld } from './world.ts'

/** Whether a price group is valid for a cart (section 4.10; decisions, carts): its customer, its properties, the time. */
export function isValidFor(group: PriceGroup, store: StoreWorld, cart: Cart, now: number): boolean {
  const circles = store.circles.get(cart.customerId ?? '') ?? NOBODY
  return group.chain.every((id) => {
    const criteria = store.criteria.get(id) ?? []
    const kinds = new Set(criteria.map(({ kind }) => kind))
    return [...kinds].every((kind) =>
      criteria.some((one) => one.kind === kind && holds(one, circles, store, cart, now)),
    )
  })
}

const NOBODY: Circles = { groups: new Set(), organization: undefined }

function holds(
  { kind, values }: Criterion,
  { groups, organization }: Circles,
  { timeZone }: StoreWorld,
  cart: Cart,
  now: number,
): boolean {
  const all = (name: string): readonly string[] => values.get(name) ?? []
  switch (kind) {
    case 'customerGroup':
      return all('customerGroup').some((id) => groups.has(id))
    case 'organization':
      return all('organization').some((id) => id === organization)
    case 'property': {
      const [key] = all('key')
      const own = cart.properties.find((property) => property.key === key)
      return own !== undefined && all('value').includes(own.value)
    }
    case 'timeWindow':
      return isWithin(all, now, timeZone)
    default:
      throw new Error(
        `The model's own rule for a criterion of the kind ${kind} is missing in test/model/validity.ts.`,
      )
  }
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function isWithin(all: (name: string) => readonly string[], now: number, timeZone: string): boolean {
  const [from, to] = [all('from')[0], all('to')[0]]
  if (from !== undefined && now < Date.parse(from)) return false
  if (to !== undefined && now >= Date.parse(to)) return false
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string): string => clock.find((one) => one.type === type)?.value ?? ''
  const weekdays = all('weekday')
  const isOn = (day: number): boolean => weekdays.length === 0 || weekdays.includes(String((day % 7) + 1))
  const today = days.indexOf(part('weekday'))
  const time = `${part('hour')}:${part('minute')}`
  const [start = '00:00', end = '24:00'] = [all('startTime')[0], all('endTime')[0]]
  if (start <= end) return isOn(today) && time >= start && time < end
  return (isOn(today) && time >= start) || (isOn(today + 6) && time < end)
}
