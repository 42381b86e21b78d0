import fc from 'fast-check'
import { addTooMuch } from './commands/add-line.ts'
import { mostly, place, type Chosen } from './commands/command.ts'
import { anyCommand } from './commands/index.ts'
import type { Role } from './state.ts'
import type { StoreCode } from './world.ts'

/** A command, and how it is asked for. */
export interface Asking {
  readonly kind: 'ask'
  readonly command: Chosen
  readonly role: Role
  /** With a token of the other store. */
  readonly isElsewhere: boolean
  readonly wantsMiniCart: boolean
  readonly ifMatch: 'none' | 'current' | 'stale' | 'any'
  readonly hasKey: boolean
  /** What the caller does with a token that has expired: ask anyway, or take another first; or comes without any. */
  readonly token: 'live' | 'any' | 'none'
}

/** One step of a story. */
export type Step =
  | Asking
  /** Two at once; one of them where a story is as short as it gets. */
  | { readonly kind: 'at once'; readonly first: Asking; readonly second: Asking | undefined }
  /**
   * Two, and between them one that fails when it has written already. While the one ahead of them is on its way to the
   * disk they come together, and share a commit.
   */
  | {
      readonly kind: 'around a late failure'
      readonly ahead: Asking
      readonly before: Asking | undefined
      readonly late: Asking | undefined
      readonly after: Asking | undefined
    }
  /** One and the same request twice at once: a double click, or a client that tries again too early. */
  | { readonly kind: 'twice'; readonly asking: Asking }
  /** A request with an `Idempotency-Key` once more, or its key with another request. */
  | { readonly kind: 'again'; readonly at: number; readonly isOther: boolean }
  /** The clock jumps. */
  | { readonly kind: 'clock'; readonly seconds: number }
  /** Somebody starts the console. */
  | { readonly kind: 'launch'; readonly store: StoreCode }
  | { readonly kind: 'restart' }
  | { readonly kind: 'crash' }
  /** So many turns of the event loop after a request has been sent. */
  | { readonly kind: 'crash during'; readonly asking: Asking; readonly turns: number }

const asking: fc.Arbitrary<Asking> = fc.record({
  kind: fc.constant('ask' as const),
  command: anyCommand,
  role: fc.oneof(
    { withCrossShrink: true },
    { weight: 20, arbitrary: fc.constant<Role>('clerk') },
    { weight: 4, arbitrary: fc.constantFrom<Role[]>('web', 'console') },
    { weight: 1, arbitrary: fc.constant<Role>('support') },
  ),
  isElsewhere: fc.oneof(
    { weight: 40, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  wantsMiniCart: fc.boolean(),
  ifMatch: mostly<Asking['ifMatch']>('none', 'current', 'stale', 'any'),
  hasKey: fc.constantFrom(false, false, false, true),
  token: fc.oneof(
    { weight: 40, arbitrary: fc.constant<Asking['token']>('live') },
    { weight: 4, arbitrary: fc.constant<Asking['token']>('any') },
    { weight: 1, arbitrary: fc.constant<Asking['token']>('none') },
  ),
})

/** By somebody who may, on the cart as it is. */
const lateFailure: fc.Arbitrary<Asking> = addTooMuch.arbitrary.map((command) => ({
  kind: 'ask',
  command,
  role: 'clerk',
  isElsewhere: false,
  wantsMiniCart: false,
  ifMatch: 'none',
  hasKey: false,
  token: 'live',
}))

/** What a shorter story can do without. */
const nearlyAlways = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 50 })

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Around the lives of tokens, codes and kept answers, to both sides; into campaigns and out of them. */
const seconds = fc.constantFrom(
  ...[1, 299, 300, 301, 2 * HOUR, 5 * HOUR, DAY - 1, DAY, DAY + 1, DAY + 301, 3 * DAY, 31 * DAY],
  ...[-1, -MINUTE, -2 * HOUR, -DAY, -DAY - 1, -31 * DAY, -880 * DAY],
)

/** @param crashes how often the core crashes or restarts in a thousand steps, which takes it longest */
export const anyStep = (crashes: number): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 9200, arbitrary: asking },
    {
      weight: 200,
      arbitrary: fc.record({
        kind: fc.constant('at once' as const),
        first: asking,
        second: nearlyAlways(asking),
      }),
    },
    {
      weight: 200,
      arbitrary: fc.record({
        kind: fc.constant('around a late failure' as const),
        ahead: asking,
        before: nearlyAlways(asking),
        late: nearlyAlways(lateFailure),
        after: nearlyAlways(asking),
      }),
    },
    { weight: 100, arbitrary: fc.record({ kind: fc.constant('twice' as const), asking }) },
    {
      weight: 200,
      arbitrary: fc.record({ kind: fc.constant('again' as const), at: place, isOther: mostly(false, true) }),
    },
    { weight: 150, arbitrary: fc.record({ kind: fc.constant('clock' as const), seconds }) },
    {
      weight: 50,
      arbitrary: fc.record({
        kind: fc.constant('launch' as const),
        store: fc.constantFrom<StoreCode[]>('harbour', 'uptown'),
      }),
    },
    { weight: crashes * 2, arbitrary: fc.constant({ kind: 'restart' as const }) },
    { weight: crashes * 3, arbitrary: fc.constant({ kind: 'crash' as const }) },
    {
      weight: crashes * 5,
      arbitrary: fc.record({
        kind: fc.constant('crash during' as const),
        asking,
        turns: fc.nat({ max: 12 }),
      }),
    },
  )
