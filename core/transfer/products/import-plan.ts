import { createReadStream } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { WantedProduct } from '../../catalog/manage/check-products.ts'

/**
 * What an import is going to store, as it was looked at and found without fault: in a file, because there may be any number
 * of products, a line for those that are stored together.
 */
export class ImportPlan {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Begins anew: what was set down before is forgotten. */
  async begin(): Promise<void> {
    await rm(this.#path, { force: true })
  }

  async add(wanted: readonly WantedProduct[]): Promise<void> {
    if (wanted.length > 0) await appendFile(this.#path, `${lineOf(wanted)}\n`)
  }

  async *batches(): AsyncGenerator<readonly WantedProduct[]> {
    const lines = createInterface({ input: createReadStream(this.#path), crlfDelay: Infinity })
    for await (const line of lines) yield JSON.parse(line) as WantedProduct[]
  }
}

/** Two more characters end a line for `readline`, and JSON leaves them as they are. */
const lineOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
