import { setTimeout as sleep } from 'node:timers/promises'
import { attacks } from './attacks/index.ts'
import type { Target } from './attack.ts'
import { Tally } from './tally.ts'

const [name, seconds, target] = process.argv.slice(2)
const attack = attacks.find((one) => one.name === name)
if (!attack || seconds === undefined || target === undefined)
  throw new Error('attacker.ts NAME SECONDS TARGET')

/** One attack in a process of its own: its connections and its processor time are not the judge's. */
const tally = new Tally()
const end = new AbortController()
// What is still under way then is not waited for.
const over = sleep(Number(seconds) * 1000).then(() => end.abort())
await Promise.race([attack.run(JSON.parse(target) as Target, tally, end.signal), over])
console.log(JSON.stringify(tally.counts))
process.exit(0)
