import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Random } from '../../../core/demo/random.ts'

const SECTOR = 512
const HEADER = 16
/** How much of what was not synced may be on the disk after all. */
const SHARES = [0, 0.1, 0.5, 0.9, 1]
/** Sectors that were being written when the power went. */
const TORN = 0.02

interface Change {
  /** See `note` in disk.c. */
  readonly kind: string
  readonly name: string
  readonly data: Buffer
  readonly offset: number
}

/** A file as it is on the disk for certain, and what was done to it since its last sync. */
class File {
  #bytes: Buffer
  #length: number
  #pending: Change[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#length = bytes.length
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  add(change: Change): void {
    this.#pending.push(change)
  }

  sync(): void {
    for (const change of this.#pending) this.#apply(change)
    this.#pending = []
  }

  /** What was not synced is there or not, sector by sector: later ones perhaps before earlier ones, some in part. */
  lose(random: Random): void {
    const share = random.pick(SHARES)
    for (const change of this.#pending) {
      if (change.kind === 'T') {
        if (random.chance(share)) this.#apply(change)
        continue
      }
      for (const piece of sectorsOf(change)) {
        if (!random.chance(share)) continue
        const isTorn = share < 1 && random.chance(TORN)
        this.#apply(isTorn ? { ...piece, data: piece.data.subarray(0, random.below(SECTOR)) } : piece)
      }
    }
    this.#pending = []
  }

  #apply({ kind, data, offset }: Change): void {
    const end = kind === 'T' ? offset : Math.max(this.#length, offset + data.length)
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(end * 2)
      this.bytes.copy(larger)
      this.#bytes = larger
    }
    if (end < this.#length) this.#bytes.fill(0, end, this.#length)
    this.#length = end
    if (kind === 'W') data.copy(this.#bytes, offset)
  }
}

function* sectorsOf(change: Change): Generator<Change> {
  const { data, offset } = change
  for (let at = 0; at < data.length;) {
    const length = Math.min(SECTOR - ((offset + at) % SECTOR), data.length - at)
    yield { ...change, data: data.subarray(at, at + length), offset: offset + at }
    at += length
  }
}

/** The files of a database on a disk: by which names they can be found for certain, and by which perhaps. */
class Disk {
  #certain: Map<string, File>
  #names: Map<string, File>
  #pending: ((names: Map<string, File>) => unknown)[] = []

  constructor(files: Map<string, File>) {
    this.#certain = files
    this.#names = new Map(files)
  }

  replay(change: Change, random: Random): void {
    const { kind, name, data } = change
    const file = this.#names.get(name)
    const made = new File(Buffer.alloc(0))
    switch (kind) {
      case 'C':
        this.#rename((names) => names.set(name, made))
        break
      case 'U':
        this.#rename((names) => names.delete(name))
        break
      case 'R':
      case 'L':
        this.#rename((names) => {
          if (file) names.set(basename(data.toString()), file)
          if (kind === 'R') names.delete(name)
        })
        break
      case 'S':
        file?.sync()
        break
      case 'F':
        // The system drops what it could not write, and will not try it again.
        file?.lose(random)
        break
      case 'D':
        this.#certain = new Map(this.#names)
        this.#pending = []
        break
      default:
        file?.add(change)
    }
  }

  /** What a machine finds when it starts again. */
  cut(random: Random): Map<string, Buffer> {
    // File systems keep changes of names in order.
    for (const change of this.#pending.slice(0, random.between(0, this.#pending.length)))
      change(this.#certain)
    const files = new Set(this.#certain.values())
    for (const file of files) file.lose(random)
    return new Map([...this.#certain].map(([name, file]) => [name, file.bytes]))
  }

  /** What the system has in its memory, and every process reads: all that was written, synced or not. */
  written(): Map<string, Buffer> {
    for (const file of this.#names.values()) file.sync()
    return new Map([...this.#names].map(([name, file]) => [name, file.bytes]))
  }

  #rename(change: (names: Map<string, File>) => unknown): void {
    change(this.#names)
    this.#pending.push(change)
  }
}

/** The database files of a folder, but the wal-index: it means nothing after a power cut. */
const databaseFiles = (dir: string): string[] =>
  readdirSync(dir).filter((name) => name.startsWith('backcounter.sqlite') && !name.endsWith('-shm'))

/** The files of a folder now, on the disk for certain. */
export const imageOf = (dir: string): Map<string, Buffer> =>
  new Map(databaseFiles(dir).map((name) => [name, readFileSync(join(dir, name))]))

/**
 * Cuts the power, after the processes are dead: leaves in the folder what would be on the disk.
 * @param image the files before the first change of the log
 * @returns how many changes the log had
 */
export function cutPower(dir: string, image: Map<string, Buffer>, log: Buffer, random: Random): number {
  const disk = new Disk(new Map([...image].map(([name, bytes]) => [name, new File(bytes)])))
  let count = 0
  for (const change of changesOf(log)) {
    disk.replay(change, random)
    count++
  }
  const left = disk.cut(random)
  for (const name of readdirSync(dir)) {
    if (name.startsWith('backcounter.sqlite')) rmSync(join(dir, name))
  }
  for (const [name, bytes] of left) writeFileSync(join(dir, name), bytes, { mode: 0o600 })
  return count
}

/**
 * A process that is killed between a write and its note leaves a write that the next process reads, builds upon and syncs.
 * @returns the notes that are missing, from what the files of the folder hold; the process is dead
 */
export function missingNotes(dir: string, image: Map<string, Buffer>, log: Buffer): Buffer {
  const disk = new Disk(new Map([...image].map(([name, bytes]) => [name, new File(bytes)])))
  const never = new Random(0)
  // What a failed sync did not bring to the disk is still read from the system's memory.
  for (const change of changesOf(log)) if (change.kind !== 'F') disk.replay(change, never)
  const written = disk.written()
  const notes: Buffer[] = []
  for (const name of databaseFiles(dir)) {
    const known = written.get(name)
    const real = readFileSync(join(dir, name))
    if (!known || real.equals(known)) continue
    const same = Math.min(known.length, real.length)
    let from = 0
    while (from < same && known[from] === real[from]) from++
    let end = real.length
    if (known.length === real.length) while (end > from && known[end - 1] === real[end - 1]) end--
    if (real.length < known.length) notes.push(noteOf('T', name, real.length))
    if (from < end) notes.push(noteOf('W', name, from, real.subarray(from, end)))
  }
  return Buffer.concat(notes)
}

/** As disk.c writes it. */
function noteOf(kind: string, name: string, offset: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(HEADER)
  head.write(kind)
  head.writeUInt16LE(Buffer.byteLength(name), 2)
  head.writeUInt32LE(data.length, 4)
  head.writeBigUInt64LE(BigInt(offset), 8)
  return Buffer.concat([head, Buffer.from(name), data])
}

/** So much of a log are whole notes. */
export function wholeLength(log: Buffer): number {
  let length = 0
  for (const { data } of changesOf(log)) length = data.byteOffset - log.byteOffset + data.length
  return length
}

function* changesOf(log: Buffer): Generator<Change> {
  for (let at = 0; at + HEADER <= log.length;) {
    const kind = String.fromCharCode(log.readUInt8(at))
    const nameEnd = at + HEADER + log.readUInt16LE(at + 2)
    const end = nameEnd + log.readUInt32LE(at + 4)
    if (end > log.length) return
    const offset = Number(log.readBigUInt64LE(at + 8))
    const name = basename(log.toString('utf8', at + HEADER, nameEnd))
    yield { kind, name, data: log.subarray(nameEnd, end), offset }
    at = end
  }
}
