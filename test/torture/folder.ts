import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CreatedClient } from '../../core/access/clients.ts'
import type { Random } from '../../core/demo/random.ts'
import type { Entry } from './journal/entry.ts'
import type { Facts } from './journal/facts.ts'

/** One data folder and the journal of everything that was answered about it. */
export class Folder {
  readonly base: string
  /** What the core is given. */
  readonly dataDir: string
  readonly credentials: CreatedClient
  readonly facts: Facts
  readonly entries: Entry[] = []
  /** Carts that may be there though nobody knows their ids: their making was not answered and had no key. */
  strays = 0
  /** Rounds it has been through. */
  age = 0
  /** A token has to outlive the process that gave it. */
  token: { readonly text: string; readonly madeAt: number } | undefined
  #marks = 0

  constructor(base: string, credentials: CreatedClient, facts: Facts) {
    this.base = base
    this.dataDir = join(base, 'data')
    this.credentials = credentials
    this.facts = facts
  }

  /** A text that occurs once in this folder. */
  readonly mark = (): string => `mark-${++this.#marks}`

  /** Takes over what was answered about the folder that this one is a copy of. */
  takeOver(other: Folder): void {
    this.entries.push(...other.entries.map((entry) => entry.copy()))
    this.strays = other.strays
    this.#marks = other.#marks
  }

  /** Some entries that nothing happened to lately, so that older ones are looked at again. */
  someUntouched(random: Random, count: number): Entry[] {
    const untouched = this.entries.filter((entry) => !entry.isTouched)
    return random.shuffle(untouched).slice(0, count)
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true })
  }
}

/** An empty folder beside others of the system. */
export const makeBase = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'backcounter-torture-')))
