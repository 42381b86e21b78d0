import { startPostgres } from '../support/postgres-setup.ts'
import { inFiles, OnServer } from '../support/shops.ts'
import { runTool } from '../support/tool.ts'
import { parseOptions, usage, type Options } from './options.ts'
import { Run, type Failure } from './run.ts'
import { printedTally } from './tally.ts'

const STORIES_OF_A_CORE = 100
const LONGEST_STORY = 160
/** On average, about. */
const STEPS_OF_A_STORY = 65
const CRASHES_IN_1000 = 1
const PROGRESS_MILLISECONDS = 10_000

/** Tells stories until there are as many steps as asked for, or one goes otherwise than the model. */
async function main(options: Options): Promise<number> {
  const server = options.database === 'postgres' ? await startPostgres() : undefined
  const shops = server ? new OnServer(server, options.isolation) : inFiles
  const run = await Run.open(options.dir, undefined, shops)
  // Whatever ends it, nothing stays behind.
  process.once('exit', () => run.close())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const progress = new Progress(options.seed)
  const failure = await tellAll(run, options, progress).finally(async () => server?.stop())
  console.log(printedTally(run.tally))
  console.log(progress.line())
  if (!failure) return 0
  console.error(`\n${failure.text}\n\nAgain: npm run model -- --seed ${failure.seed} --path ${failure.path}`)
  console.error(`Where that passes, an earlier story matters: npm run model -- --seed ${failure.seed}`)
  return 1
}

async function tellAll(
  run: Run,
  { seed, path, steps, seconds }: Options,
  progress: Progress,
): Promise<Failure | undefined> {
  const batch = { stories: STORIES_OF_A_CORE, steps: LONGEST_STORY, crashes: CRASHES_IN_1000 }
  const onStory = (told: number): void => progress.add(told)
  if (path !== undefined) return run.tell({ ...batch, seed, path, onStory })
  for (let next = seed; progress.steps < steps && progress.seconds < seconds; next++) {
    const stories = Math.min(STORIES_OF_A_CORE, Math.ceil((steps - progress.steps) / STEPS_OF_A_STORY))
    const failure = await run.tell({
      ...batch,
      stories,
      seed: next,
      onStory,
      seconds: seconds - progress.seconds,
    })
    if (failure) return failure
  }
  return undefined
}

/** How far it is. */
class Progress {
  steps = 0
  #stories = 0
  #said = Date.now()
  readonly #began = Date.now()
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  add(steps: number): void {
    this.steps += steps
    this.#stories++
    if (Date.now() - this.#said < PROGRESS_MILLISECONDS) return
    this.#said = Date.now()
    console.error(this.line())
  }

  /** Since it began. */
  get seconds(): number {
    return (Date.now() - this.#began) / 1000
  }

  line(): string {
    const rate = Math.round(this.steps / Math.max(this.seconds, 0.001))
    return (
      `${this.steps} steps in ${this.#stories} stories from the seed ${this.#seed}, ` +
      `${Math.round(this.seconds)} s, ${rate} steps/s`
    )
  }
}

process.exitCode = await runTool({ parseOptions, usage }, main)
