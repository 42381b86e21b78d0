import type { Outcome } from './siege.ts'

/** MB above idle that no attack may bring the core to. */
export const MEMORY_BOUND = 250

/** What an attack has done that it must not be able to do; empty where the core has stood it. */
export function faultsOf({ attack, health, client, memory }: Outcome): string[] {
  const faults: string[] = []
  const rise = Math.round(memory.peak - memory.before)
  if (rise > MEMORY_BOUND) faults.push(`memory rose by ${rise} MB`)
  if (health.worst === undefined) faults.push('health was not answered')
  if (Object.keys(health.failures).length > 0) faults.push(`health failed: ${listed(health.failures)}`)
  if (client.answered === 0) faults.push(`a well-behaved client got nothing: ${listed(client.failures)}`)
  return faults.map((fault) => `${attack.name}: ${fault}`)
}

/** `200 × 5, 429 × 3`, the most frequent first. */
export const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(', ')
