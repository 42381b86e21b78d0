import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMB } from '../bench/measure/process-usage.ts'
import { quantile } from '../bench/measure/statistics.ts'
import { run } from '../bench/servers/child.ts'
import type { Attack } from './attack.ts'
import type { Stage } from './target.ts'
import { Witness } from './witness.ts'

const ATTACKER = join(import.meta.dirname, 'attacker.ts')
/** Milliseconds between two looks at the memory. */
const INTERVAL = 50
/** Milliseconds that the core has to recover before it is looked at again. */
const CALM = 1500

/** What one attack came to. */
export interface Outcome {
  readonly attack: Attack
  /** What the attacker got, by status or what else became of it. */
  readonly answers: Readonly<Record<string, number>>
  /** Milliseconds; undefined where no answer came at all. */
  readonly health: { readonly worst: number | undefined; readonly failures: Readonly<Record<string, number>> }
  readonly client: {
    readonly p99: number | undefined
    readonly answered: number
    readonly failures: Readonly<Record<string, number>>
  }
  /** MB; not a number where the system does not tell. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number }
  /** The longest delay of the core's event loop, in milliseconds. */
  readonly loopDelay: number
}

/** Lets an attack go on for some seconds, while one looks at the health and another works as a program should. */
export async function besiege(
  { child, target, witnessToken }: Stage,
  attack: Attack,
  seconds: number,
): Promise<Outcome> {
  const before = residentMB(child.pid)
  const over = new AbortController()
  // A monitor connects anew each time, a program keeps its connection.
  const monitor = new Witness(child.origin, { keepAlive: false })
  const program = new Witness(child.origin, { keepAlive: true, token: witnessToken })
  const { cultureCode, currency, priceGroupId } = target
  const looking = monitor.ask([{ method: 'GET', path: '/health' }], over.signal)
  const working = program.ask(
    [
      { method: 'POST', path: '/carts', body: { cultureCode, currency } },
      {
        method: 'GET',
        path: `/products?cultureCode=${cultureCode}&priceGroupId=${priceGroupId}&maxItems=20`,
      },
      { method: 'GET', path: '/orders?maxItems=20' },
    ],
    over.signal,
  )
  let peak: number = before
  const watch = setInterval(() => (peak = Math.max(peak, residentMB(child.pid))), INTERVAL)
  const answers = (await run([ATTACKER, attack.name, String(seconds), JSON.stringify(target)])) as Record<
    string,
    number
  >
  over.abort()
  await Promise.all([looking, working])
  await sleep(CALM)
  clearInterval(watch)
  return {
    attack,
    answers,
    health: { worst: greatest(monitor.latencies), failures: monitor.failures },
    client: {
      p99: program.latencies.length > 0 ? quantile(program.latencies, 0.99) : undefined,
      answered: program.latencies.length,
      failures: program.failures,
    },
    memory: { before, peak, after: residentMB(child.pid) },
    loopDelay: monitor.loopDelay,
  }
}

const greatest = (values: readonly number[]): number | undefined =>
  values.length > 0 ? Math.max(...values) : undefined
