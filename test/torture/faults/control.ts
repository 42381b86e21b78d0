import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'

/** In the order of `struct control` in disk.c. */
const fields = [
  'room',
  'failWrites',
  'failSyncs',
  'shortWrites',
  'dieAt',
  'lie',
  'random',
  'operations',
  'faults',
] as const
type Field = (typeof fields)[number]

/** Nothing is spoilt. */
const calm: Readonly<Record<Exclude<Field, 'random' | 'operations' | 'faults'>, number>> = {
  room: -1,
  failWrites: 0,
  failSyncs: 0,
  shortWrites: 0,
  dieAt: 0,
  lie: 0,
}

/** How the disk behaves, while a process runs on it: the process has this file in its memory. */
export class Control {
  readonly path: string
  readonly #file: number

  constructor(path: string, seed: number) {
    this.path = path
    writeFileSync(path, Buffer.alloc(fields.length * 8))
    this.#file = openSync(path, 'r+')
    this.set({ ...calm, random: seed || 1 })
  }

  /** What is not named stays as it is; chances are of a million, `room` in bytes. */
  set(values: Partial<Record<Field, number>>): void {
    for (const [index, field] of fields.entries()) {
      const value = values[field]
      if (value === undefined) continue
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(BigInt(value))
      writeSync(this.#file, bytes, 0, 8, index * 8)
    }
  }

  calm(): void {
    this.set(calm)
  }

  get(field: Field): number {
    const bytes = Buffer.alloc(8)
    readSync(this.#file, bytes, 0, 8, fields.indexOf(field) * 8)
    return Number(bytes.readBigInt64LE())
  }

  close(): void {
    closeSync(this.#file)
  }
}
