import { Random } from '../../core/demo/random.ts'
import { killAll } from './core-process.ts'
import { buildLibrary } from './faults/library.ts'
import type { Folder } from './folder.ts'
import type { Round } from './rounds/round.ts'
import { whyNoMount } from '../support/small-disk.ts'
import type { Shops } from '../support/shops.ts'
import { Stage } from './stage/stage.ts'
import type { Tally } from './tally.ts'

/** Rounds that one folder goes through. */
const MOST_ROUNDS = 12

export interface TortureOptions {
  readonly seed: number
  /** So many, where neither the time nor the interruption comes first. */
  readonly rounds: number
  readonly seconds: number
  /** Clients at a time. */
  readonly tills: number
  /** Each comes once, in their order; then chance decides. */
  readonly kinds: readonly Round[]
  /** Left out, in files. */
  readonly shops?: Shops
  readonly signal?: AbortSignal
  readonly onRound?: (result: RoundResult) => void
}

export interface RoundResult {
  readonly number: number
  readonly name: string
  readonly milliseconds: number
  readonly tally: Tally
}

export interface TortureResult {
  /** Rounds of each kind. */
  readonly rounds: ReadonlyMap<string, number>
  /** Kinds that this machine cannot do, each with the reason. */
  readonly skipped: ReadonlyMap<string, string>
  readonly tally: Tally
  /** Operations on the disk that were spoilt. */
  readonly faults: number
  readonly failure: Failure | undefined
}

export interface Failure {
  readonly round: number
  readonly name: string
  readonly error: unknown
  /** The data folder, which is kept. */
  readonly dataDir: string | undefined
}

/** Brings cores down, round after round, and compares what is left with what was answered. Ends with the first loss. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const { seed, signal, onRound } = options
  const random = new Random(seed)
  const library = buildLibrary()
  const stage = new Stage(random, library, options.tills, options.shops)
  const skipped = skippedOf(options.kinds, 'reason' in library ? library.reason : undefined)
  const kinds = options.kinds.filter(({ name }) => !skipped.has(name))
  const counts = new Map<string, number>()
  const until = Date.now() + options.seconds * 1000
  const isOver = (done: number): boolean =>
    done >= options.rounds || Date.now() >= until || signal?.aborted === true

  let folder: Folder | undefined
  let own: Folder | undefined
  let number = 0
  let name = 'none'
  let failure: Failure | undefined
  try {
    while (!isOver(number)) {
      const round = kinds[number] ?? random.pickWeighted(kinds, ({ weight }) => weight)
      number++
      name = round.name
      const begun = Date.now()
      if (round.isLast) {
        own = await round.folder?.(stage)
        if (own) await round.run(stage, own)
        if (own) await stage.remove(own)
        own = undefined
      } else {
        if (folder && (round.folder || folder.age >= MOST_ROUNDS)) {
          await stage.verifyEverything(folder)
          await stage.remove(folder)
          folder = undefined
        }
        folder ??= await (round.folder?.(stage) ?? stage.newFolder())
        folder.age++
        await round.run(stage, folder)
      }
      counts.set(name, (counts.get(name) ?? 0) + 1)
      onRound?.({ number, name, milliseconds: Date.now() - begun, tally: stage.tally })
    }
    if (folder) await stage.verifyEverything(folder)
  } catch (error) {
    failure = { round: number, name, error, dataDir: (own ?? folder)?.dataDir }
  }
  await killAll()
  stage.close(failure && (own ?? folder))
  return { rounds: counts, skipped, tally: stage.tally, faults: stage.faults, failure }
}

function skippedOf(kinds: readonly Round[], noLibrary: string | undefined): Map<string, string> {
  const noMount = kinds.some(({ needs }) => needs === 'mount') ? whyNoMount() : undefined
  return new Map(
    kinds.flatMap(({ name, needs }) => {
      const reason = needs === 'library' ? noLibrary : needs === 'mount' ? noMount : undefined
      return reason === undefined ? [] : [[name, reason] as const]
    }),
  )
}
