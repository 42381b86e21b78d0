import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { makeTemplate, Shop, type Template } from './shop.ts'
import { anyStep, type Step } from './step.ts'
import { tell } from './story.ts'
import { Tally } from './tally.ts'
import { memoryFolder } from '../support/memory.ts'
import { inFiles, type Shops } from '../support/shops.ts'
import type { World } from './world.ts'

/**
 * In memory, where the system has such a folder: crashes are told by copying files, so that no disk has to keep its
 * word here.
 */
export const fastDir = (): string => memoryFolder() ?? tmpdir()

/** How many stories are told to one core, so that what one leaves behind meets the next. */
export interface Batch {
  readonly seed: number
  readonly stories: number
  /** The longest story. */
  readonly steps: number
  /** Crashes and restarts in a thousand steps. */
  readonly crashes: number
  /** Of a failure: the one story to tell again. */
  readonly path?: string | undefined
  /** No story begins after this time. */
  readonly seconds?: number
  /** Called after each story. */
  readonly onStory?: (steps: number) => void
}

export interface Failure {
  readonly seed: number
  readonly path: string
  /** What went wrong, and the shortest story found in which it does. */
  readonly text: string
}

/** Makes shops of one template, in a folder that goes away at the end. */
export class Run {
  readonly #dir: string
  readonly #template: Template
  readonly #shops: Shops
  #opened = 0
  readonly tally = new Tally()

  private constructor(dir: string, template: Template, shops: Shops) {
    this.#dir = dir
    this.#template = template
    this.#shops = shops
  }

  /**
   * @param parent where the databases are meanwhile
   * @param change what the model takes for the world, where that is to be wrong
   * @param shops where they are
   */
  static async open(
    parent = fastDir(),
    change = (world: World): World => world,
    shops = inFiles,
  ): Promise<Run> {
    const dir = mkdtempSync(join(parent, 'backcounter-model-'))
    try {
      const { file, world } = await makeTemplate(dir)
      return new Run(dir, { file, world: change(world) }, shops)
    } catch (error) {
      rmSync(dir, { recursive: true, force: true })
      throw error
    }
  }

  close(): void {
    rmSync(this.#dir, { recursive: true, force: true })
  }

  /** Tells stories to a core. @returns the first that fails, shrunk; undefined where none does */
  async tell(batch: Batch): Promise<Failure | undefined> {
    let shop: Shop | undefined
    const story = fc.array(anyStep(batch.crashes), { minLength: 1, maxLength: batch.steps, size: 'max' })
    const property = fc.asyncProperty(story, async (steps: Step[]) => {
      shop ??= await this.#open()
      let told: number
      try {
        told = await tell(steps, shop, this.tally)
      } catch (error) {
        // What a story has spoiled, the next one does not inherit.
        await shop.close()
        shop = undefined
        throw error
      }
      batch.onStory?.(told)
    })
    const { seed, path, seconds = Infinity } = batch
    const details = await fc.check(property, {
      seed,
      numRuns: batch.stories,
      ...(path !== undefined && { path }),
      ...(seconds < Infinity && { plugins: [fc.interruptAfterTimeLimit(Math.ceil(seconds * 1000))] }),
    })
    if (!details.failed) await shop?.check()
    // Of shorter stories the last that was tried may have been told to its end.
    await shop?.close()
    if (!details.failed) return undefined
    const { errorInstance } = details
    return {
      seed,
      path: details.counterexamplePath ?? '',
      text: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    }
  }

  async #open(): Promise<Shop> {
    return Shop.in(join(this.#dir, String(++this.#opened)), this.#template, this.#shops)
  }
}
