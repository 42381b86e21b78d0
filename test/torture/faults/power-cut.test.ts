import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../core/demo/random.ts'
import { temporaryDir } from '../../support/core.ts'
import { cutPower, imageOf, missingNotes, wholeLength } from './power-cut.ts'

const NAME = 'backcounter.sqlite'
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1)

/** A note as disk.c writes it. */
function note(kind: string, data: Buffer | string = '', offset = 0, name = NAME): Buffer {
  const header = Buffer.alloc(16)
  const bytes = Buffer.from(data)
  header.write(kind, 0, 'latin1')
  header.writeUInt16LE(Buffer.byteLength(name), 2)
  header.writeUInt32LE(bytes.length, 4)
  header.writeBigUInt64LE(BigInt(offset), 8)
  return Buffer.concat([header, Buffer.from(name), bytes])
}

const sectors = (letter: string, count: number): Buffer => Buffer.alloc(512 * count, letter)

/** What is left of a file of ten sectors of `-`, for each of many power cuts. */
async function leftAfter(...notes: Buffer[]): Promise<string[]> {
  const dir = await temporaryDir()
  return SEEDS.map((seed) => {
    writeFileSync(join(dir, NAME), sectors('-', 10))
    cutPower(dir, imageOf(dir), Buffer.concat(notes), new Random(seed))
    return readFileSync(join(dir, NAME), 'latin1')
  })
}

describe('a power cut', () => {
  it('keeps all that was synced', async () => {
    const left = await leftAfter(note('W', sectors('a', 10)), note('S'))
    expect(new Set(left)).toStrictEqual(new Set([sectors('a', 10).toString()]))
  })

  it('keeps of the rest nothing, all, or some sectors, whatever their order', async () => {
    const left = await leftAfter(note('W', sectors('a', 5)), note('W', sectors('b', 5), 512 * 5))
    const wholes = left.map((text) => [/a/.test(text), /b/.test(text), /-/.test(text)].join())
    expect(new Set(wholes)).toContain('false,false,true')
    expect(new Set(wholes)).toContain('true,true,false')
    expect(new Set(wholes)).toContain('true,true,true')
    expect(left.some((text) => text.indexOf('-') < text.indexOf('b') && text.includes('-'))).toBe(true)
  })

  it('after a sync that failed may have lost what a later sync does not bring back', async () => {
    const left = await leftAfter(note('W', sectors('a', 5)), note('F'), note('W', 'b', 512 * 9), note('S'))
    expect(left.every((text) => text[512 * 9] === 'b')).toBe(true)
    expect(left.some((text) => !text.startsWith('a'))).toBe(true)
  })

  it('can undo a cut of the length, and a new name until its folder is synced', async () => {
    const lengths = (await leftAfter(note('T', '', 512))).map((text) => text.length)
    expect(new Set(lengths)).toStrictEqual(new Set([512, 5120]))

    const dir = await temporaryDir()
    const wal = `${NAME}-wal`
    const made = [note('C', '', 0, wal), note('W', 'log', 0, wal), note('S', '', 0, wal)]
    const isThere = (notes: Buffer[]): boolean[] =>
      SEEDS.map((seed) => {
        cutPower(dir, new Map(), Buffer.concat(notes), new Random(seed))
        return existsSync(join(dir, wal))
      })
    expect(new Set(isThere(made))).toStrictEqual(new Set([true, false]))
    expect(new Set(isThere([...made, note('D', '', 0, 'data')]))).toStrictEqual(new Set([true]))
  })
})

it('a note that was cut off is not taken for a whole one', () => {
  const whole = Buffer.concat([note('W', 'abc'), note('S')])
  expect(wholeLength(Buffer.concat([whole, note('W', 'never').subarray(0, -1)]))).toBe(whole.length)
})

it('a power cut spares what the next process has synced, though the one before was killed before it could note it', async () => {
  const dir = await temporaryDir()
  writeFileSync(join(dir, NAME), sectors('-', 10))
  const image = imageOf(dir)
  const noted = note('W', sectors('a', 2), 512 * 3)
  const written = Buffer.concat([sectors('-', 3), sectors('a', 2), sectors('-', 5), sectors('b', 1)])
  writeFileSync(join(dir, NAME), written)
  const missing = missingNotes(dir, image, noted)
  expect(missing).toStrictEqual(note('W', sectors('b', 1), 512 * 10))
  expect(missingNotes(dir, image, Buffer.concat([noted, missing]))).toHaveLength(0)
  cutPower(dir, image, Buffer.concat([noted, missing, note('S')]), new Random(1))
  expect(readFileSync(join(dir, NAME))).toStrictEqual(written)
})
