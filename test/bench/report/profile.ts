import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { figure, table } from './table.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FUNCTIONS = 30
const PLACES = 15

/** What is read of a `.cpuprofile` of V8. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[]
}

/** `CPU.20261120.093000.4711.0.001.cpuprofile`: day, time, process, thread, number. Requests are answered by thread 0. */
const OF_MAIN_THREAD = /\.0\.\d+\.cpuprofile$/

/** The newest profile of a folder: where the processor's time went, by function and by package or room. */
export function profileSummary(dir: string): string {
  const file = readdirSync(dir)
    .filter((name) => OF_MAIN_THREAD.test(name))
    .sort()
    .at(-1)
  if (file === undefined) return `There is no profile in ${dir}.`
  const profile = JSON.parse(readFileSync(join(dir, file), 'utf8')) as CpuProfile
  const byFunction = new Map<string, number>()
  const byPlace = new Map<string, number>()
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  let busy = 0
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id)
    const time = profile.timeDeltas[index] ?? 0
    if (!frame || frame.functionName === '(idle)') continue
    busy += time
    const source = sourceOf(frame.url)
    const name = frame.functionName === '' ? '(anonymous)' : frame.functionName
    add(byFunction, source === '' ? name : `${name}  ${source}:${frame.lineNumber + 1}`, time)
    add(byPlace, source === '' ? name : placeOf(source), time)
  }
  const top = (times: ReadonlyMap<string, number>, count: number, title: string): string =>
    table(
      [title, 'ms', '%'],
      [...times]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, count)
        .map(([name, time]) => [name, figure(time / 1000), figure((time / busy) * 100)]),
    )
  return `${join(dir, file)}: ${figure(busy / 1e6)} s of the processor, by the time in a function itself

${top(byFunction, FUNCTIONS, 'Function')}

${top(byPlace, PLACES, 'Room or package')}`
}

const add = (times: Map<string, number>, key: string, time: number): void =>
  void times.set(key, (times.get(key) ?? 0) + time)

/** `core/carts/cart.ts`, `kysely/dist/…`, `node:internal/…`; nothing for what is not JavaScript. */
function sourceOf(url: string): string {
  if (!url.startsWith('file:')) return url
  const path = relative(ROOT, fileURLToPath(url)).replaceAll('\\', '/')
  return path.split('node_modules/').at(-1) ?? path
}

/** `core/carts`, `kysely`, `node:http`. */
function placeOf(source: string): string {
  if (source.startsWith('node:')) return source.split('/').slice(0, 2).join('/')
  return source
    .split('/')
    .slice(0, /^(core|out|@)/.test(source) ? 2 : 1)
    .join('/')
}
