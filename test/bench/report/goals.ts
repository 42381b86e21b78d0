import { BEFORE } from '../lab.ts'
import { LARGE_CONSOLE } from '../prepared/shops.ts'
import type { Comparison, Result } from '../measure/rounds.ts'

/** What the product has to reach, as a ratio within one run or a figure of it. */
interface Goal {
  readonly title: string
  readonly atLeast?: number
  readonly atMost?: number
  /** Undefined where the run did not measure it. */
  find(run: Run): number | undefined
}

export interface GoalResult {
  readonly title: string
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
  readonly found: number
  readonly isReached: boolean
}

/** Looks a median up. */
interface Run {
  value(scenario: string, contestant: string): number | undefined
  /** The first contestant's rate ÷ that of this one, or this one's time ÷ that of the first. */
  ratio(scenario: string, contestant: string): number | undefined
}

const goals: readonly Goal[] = [
  {
    title: 'Assisted order, 1 client: core ÷ bare',
    atLeast: 0.7,
    find: ({ ratio }) => ratio('assisted-order-1', 'bare'),
  },
  {
    title: 'Assisted order, 8 clients: core ÷ bare',
    atLeast: 1.5,
    find: ({ ratio }) => ratio('assisted-order-8', 'bare'),
  },
  {
    title: 'Assisted order: 64 clients ÷ 8 clients',
    atLeast: 1,
    find: ({ value }) => divided(value('assisted-order-64', 'core'), value('assisted-order-8', 'core')),
  },
  {
    title: 'Order by id, 32 clients: core ÷ bare',
    atLeast: 0.7,
    find: ({ ratio }) => ratio('order-by-id-32', 'bare'),
  },
  ...[1, 8, 32].map((clients) => ({
    title: `Assisted order on PostgreSQL, ${clients} at a time: core ÷ bare`,
    atLeast: 0.6,
    find: ({ ratio }: Run) => ratio(`postgres-order-${clients}`, 'bare'),
  })),
  {
    title: 'Change at one desk, told at another, ms',
    atMost: 1000,
    find: ({ value }) => value('postgres-change', 'core, 2 processes'),
  },
  ...['countries', 'price-groups', 'payment-methods', 'shipping-methods'].map((list) => ({
    title: `List of ${list.replace('-', ' ')}, 32 clients: core ÷ bare`,
    atLeast: 0.9,
    find: ({ ratio }: Run) => ratio(`list-${list}-32`, 'bare'),
  })),
  ...[1, 32].map((clients) => ({
    title: `Order by id, ${clients} at a time: time among 1 000 000 ÷ among 1 000`,
    atMost: 1.15,
    find: ({ ratio }: Run) => ratio(`order-among-many-${clients}`, 'core, 1 000 000 orders'),
  })),
  {
    title: 'A line added to a cart: time at 499 lines ÷ at 3',
    atMost: 3,
    find: ({ ratio }) => ratio('cart-line', 'core, 499 lines'),
  },
  {
    title: 'Screens of a large shop, key to first rows, ms (p95)',
    atMost: 300,
    find: ({ value }) => value('screens-rows', LARGE_CONSOLE),
  },
  {
    title: 'Screens of a large shop, typed to found, ms (p95)',
    atMost: 150,
    find: ({ value }) => value('screens-answers', LARGE_CONSOLE),
  },
  {
    title: 'Screens of a large shop, frames while scrolling, ms (p95)',
    atMost: 50,
    find: ({ value }) => value('screens-scroll', LARGE_CONSOLE),
  },
  {
    title: 'Page of prices among 100 000 products and 1 000 groups, ms',
    atMost: 300,
    find: ({ value }) => value('price-grid', 'core'),
  },
  {
    title: 'Import of 100 000 variants, ms',
    atMost: 120_000,
    find: ({ value }) => value('product-import', 'core'),
  },
  {
    title: 'Longest delay of the event loop beside an import, ms',
    atMost: 20,
    find: ({ value }) => value('long-work', 'importing'),
  },
  {
    title: 'Start to first answer, ms',
    atMost: 350,
    find: ({ value }) => value('start', 'core'),
  },
  {
    title: 'Memory after load: core ÷ bare',
    atMost: 1.3,
    find: ({ value }) => divided(value('memory-loaded', 'core'), value('memory-loaded', 'bare')),
  },
]

/** What was reached before is not given away: of everything that both cores do. */
const goalsBefore = (scenarios: readonly Comparison[]): Goal[] =>
  scenarios.flatMap(({ name, title, results }) =>
    results
      .filter((result) => result.name.startsWith(BEFORE))
      .map((result) => ({
        title: `${title}: against the core before`,
        atLeast: 0.95,
        find: ({ ratio }: Run) => ratio(name, result.name),
      })),
  )

const divided = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b

/** The goals that the run has measured. */
export function reachedGoals(scenarios: readonly Comparison[]): GoalResult[] {
  const result = (scenario: string, contestant: string): Result | undefined =>
    scenarios.find(({ name }) => name === scenario)?.results.find(({ name }) => name === contestant)
  const run: Run = {
    value: (scenario, contestant) => result(scenario, contestant)?.value.median,
    ratio: (scenario, contestant) => result(scenario, contestant)?.ratio?.median,
  }
  return [...goals, ...goalsBefore(scenarios)].flatMap(({ title, atLeast, atMost, find }) => {
    const found = find(run)
    if (found === undefined) return []
    const isReached = found >= (atLeast ?? -Infinity) && found <= (atMost ?? Infinity)
    return [{ title, atLeast, atMost, found, isReached }]
  })
}
