import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runTool } from '../support/tool.ts'
import { wholeNumber } from '../support/whole-number.ts'
import { partsOf, type Part } from './part.ts'

const ROOT = join(import.meta.dirname, '../..')
const MINUTES = 60

interface Options {
  readonly minutes: number
  readonly only: readonly string[] | undefined
}

const usage = `npm run soak -- [options]

Everything that takes long, one after the other, and how far each came: exit code 0 where nothing was found.

  --minutes N    about so long in all (default ${MINUTES}); what has not ended by then is ended, and counts as failed
  --only NAME    only parts whose name begins so; may be repeated

Parts: ${partsOf(MINUTES)
  .map(({ name }) => name)
  .join(', ')}`

function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  return { minutes: wholeNumber('--minutes', values.minutes) ?? MINUTES, only: values.only }
}

interface Outcome {
  readonly part: Part
  readonly minutes: number
  readonly isGreen: boolean
  readonly counts: string | undefined
}

async function main({ minutes, only }: Options): Promise<number> {
  const parts = partsOf(minutes).filter(({ name }) => only?.some((begin) => name.startsWith(begin)) ?? true)
  if (parts.length === 0) throw new Error(`There is no part ${only?.join(', ') ?? ''}.`)
  const end = Date.now() + minutes * 60_000
  const outcomes: Outcome[] = []
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  for (const part of parts) {
    if (interruption.signal.aborted) break
    console.log(`\n=== ${part.name}: ${part.title}`)
    outcomes.push(await run(part, end))
  }
  console.log('')
  for (const { part, minutes: took, isGreen, counts } of outcomes)
    console.log(
      `${isGreen ? '✓' : '✗'} ${part.name}, ${took.toFixed(1)} min: ${counts ?? 'it did not say how far it came'}`,
    )
  const green = outcomes.filter(({ isGreen }) => isGreen).length
  console.log(`\n${green} passed, ${outcomes.length - green} failed`)
  return green === parts.length ? 0 : 1
}

/** @param end when it is ended at the latest, as `Date.now()` tells */
async function run(part: Part, end: number): Promise<Outcome> {
  const begun = Date.now()
  const child = spawn(process.execPath, part.command, {
    cwd: ROOT,
    env: { ...process.env, ...part.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    process.stdout.write(chunk)
  })
  const stop = (): void => void child.kill('SIGTERM')
  const timer = setTimeout(stop, end - begun)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('close', (...how) => resolve(how)).once('error', reject)
  })
  const isLate = Date.now() >= end
  clearTimeout(timer)
  process.off('SIGINT', stop).off('SIGTERM', stop)
  if (isLate) console.error(`${part.name} was ended: the time was over.`)
  return {
    part,
    minutes: (Date.now() - begun) / 60_000,
    isGreen: code === 0 && signal === null && !isLate,
    counts: part.counts(output),
  }
}

process.exitCode = await runTool({ parseOptions, usage }, main)
