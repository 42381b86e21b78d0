import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../../core/demo/random.ts'
import { Control } from './control.ts'
import { cutPower, imageOf, missingNotes, wholeLength } from './power-cut.ts'

/**
 * A disk that can be spoilt, under one data folder, for as many processes as run on it one after the other: disk.c
 * in each of them, and what is needed to cut the power in the end.
 */
export class SpoiltDisk {
  readonly control: Control
  readonly #environment: Readonly<Record<string, string>>
  readonly #dataDir: string
  readonly #log: string
  readonly #image: Map<string, Buffer>

  /** @param base a folder for what is noted; the data folder must not be in use */
  constructor(library: string, base: string, dataDir: string, seed: number) {
    this.#dataDir = dataDir
    this.#log = join(base, 'changes.log')
    rmSync(this.#log, { force: true })
    this.control = new Control(join(base, 'control'), seed)
    this.#image = imageOf(dataDir)
    this.#environment = {
      LD_PRELOAD: library,
      TORTURE_FILES: join(dataDir, 'backcounter.sqlite'),
      TORTURE_LOG: this.#log,
      TORTURE_CONTROL: this.control.path,
    }
  }

  /** What the next process on this disk is started with; those before it are dead. */
  environment(): Readonly<Record<string, string>> {
    this.#completeLog()
    return this.#environment
  }

  /** Cuts the power, after the processes are dead. */
  cutPower(random: Random): void {
    cutPower(this.#dataDir, this.#image, this.#completeLog(), random)
  }

  /** The last note of a killed process may be half a note, or none. */
  #completeLog(): Buffer {
    if (!existsSync(this.#log)) return Buffer.alloc(0)
    const log = readFileSync(this.#log)
    const whole = log.subarray(0, wholeLength(log))
    truncateSync(this.#log, whole.length)
    appendFileSync(this.#log, missingNotes(this.#dataDir, this.#image, whole))
    return readFileSync(this.#log)
  }

  /** @returns how many operations were spoilt */
  remove(): number {
    const faults = this.control.get('faults')
    this.control.close()
    rmSync(this.#log, { force: true })
    return faults
  }
}
