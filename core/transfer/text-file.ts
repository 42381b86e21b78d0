import { open } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { refusal, type FileFaultCode, type Refusal } from './file-faults.ts'

/** What a file of rows is written in, found by reading it once. */
export interface TextFile {
  readonly path: string
  /** As `TextDecoder` calls it. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'windows-1252'
  readonly separator: ',' | ';' | '\t'
  /** The line that the names of its columns stand in: titles may stand above them, and `sep=;`, which says the separator. */
  readonly heading: number
  /** What may end its rows: programs that append to a file do not always do it as it was. */
  readonly lineEnds: readonly string[]
}

/** What keeps a file from being read at all. */
export class UnreadableFile extends Error {
  readonly refusal: Refusal
  readonly line: number

  constructor(refusal: Refusal, line = 1) {
    super(refusal.text)
    this.refusal = refusal
    this.line = line
  }
}

/** Longer than any row of names. */
const MAX_BEGINNING = 1024 * 1024

/**
 * Finds out how a file is encoded and what separates its cells. A mark at the beginning says the encoding; without one it
 * is UTF-16, where that can be seen; UTF-8, where all of it is; Shift_JIS, as spreadsheets in Japan write it, where all of it is and kana are in it;
 * UTF-8 that is damaged, where most of its letters are whole; and Windows-1252 otherwise.
 * @throws UnreadableFile where it is empty, or no text
 */
export async function examineFile(path: string): Promise<TextFile> {
  const handle = await open(path)
  let beginning: Buffer
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MAX_BEGINNING), position: 0 })
    beginning = buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
  if (beginning.length === 0) throw new UnreadableFile(refusal('file.empty'))
  const kind = binaryKind(beginning)
  if (kind !== undefined) throw new UnreadableFile(refusal(kind))
  const encoding = markedEncoding(beginning) ?? wideEncoding(beginning) ?? (await unmarkedEncoding(path))
  const text = new TextDecoder(encoding).decode(beginning)
  if (text.trim() === '') throw new UnreadableFile(refusal('file.empty'))
  if (WEB_PAGE.test(text)) throw new UnreadableFile(refusal('file.web-page'))
  const said = /^"?sep=([,;\t])"?[ ,;\t]*[\r\n]/i.exec(text)?.[1] as TextFile['separator'] | undefined
  const lines = text.split(/\r\n|\n|\r/)
  const before = said === undefined ? 0 : 1
  const heading = before + titlesAbove(lines.slice(before))
  const separator = said ?? separatorOf(lines.slice(heading).join('\n'))
  return { path, encoding, separator, heading: heading + 1, lineEnds: lineEndsOf(text) }
}

/** A carriage return alone ends rows only where nothing else does: elsewhere it is part of a text. */
const lineEndsOf = (text: string): TextFile['lineEnds'] =>
  withoutQuoted(text).includes('\n') ? ['\r\n', '\n'] : ['\r']

/** A text with nothing in its quotes that could be taken for the end of a cell or of a row. */
const withoutQuoted = (text: string): string => text.replaceAll(/"[^"]+"/g, '"…"')

/** As which some programs write tables under the name of a spreadsheet, which opens them. */
const WEB_PAGE = /^\s*<(?:!doctype|html|\?xml|table)\b/i

/** The beginnings of files that are often taken for tables. */
const binaries = [
  ['504b0304', 'file.archive'],
  ['d0cf11e0a1b11ae1', 'file.old-spreadsheet'],
  ['1f8b', 'file.compressed'],
  ['25504446', 'file.pdf'],
  ['89504e47', 'file.picture'],
  ['ffd8ff', 'file.picture'],
] as const satisfies readonly (readonly [string, FileFaultCode])[]

const binaryKind = (bytes: Buffer): (typeof binaries)[number][1] | undefined =>
  binaries.find(([magic]) => bytes.subarray(0, magic.length / 2).toString('hex') === magic)?.[1]

function markedEncoding([first, second, third]: Buffer): TextFile['encoding'] | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** Of UTF-16 without a mark each second byte of digits, separators and Latin letters is zero, and none of the others. */
function wideEncoding(bytes: Buffer): TextFile['encoding'] | undefined {
  let [even, odd] = [0, 0]
  for (const [place, byte] of bytes.entries()) {
    if (byte !== 0) continue
    if (place % 2 === 0) even++
    else odd++
  }
  const few = bytes.length / 2 / FEWEST_WIDE
  if (even === 0 && odd > few) return 'utf-16le'
  return odd === 0 && even > few ? 'utf-16be' : undefined
}

/** Of so many letters one at least is such: a single zero in a text is a fault of it. */
const FEWEST_WIDE = 10

async function unmarkedEncoding(path: string): Promise<TextFile['encoding']> {
  if (await isUtf8(path)) return 'utf-8'
  if (await isShiftJis(path)) return 'shift_jis'
  return (await isBrokenUtf8(path)) ? 'utf-8' : 'windows-1252'
}

const KANA = /[\u3041-\u30fa]/g
/** Western text may have the bytes of one by chance: a low quotation mark before an umlaut. */
const FEWEST_KANA = 3

async function isShiftJis(path: string): Promise<boolean> {
  const decoder = decoderOf('shift_jis')
  if (!decoder) return false
  let kana = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      kana += decoder.decode(chunk, { stream: true }).match(KANA)?.length ?? 0
    decoder.decode()
  } catch {
    return false
  }
  return kana >= FEWEST_KANA
}

/** @returns undefined where this build of Node does not know the encoding */
function decoderOf(encoding: TextFile['encoding']): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    return undefined
  }
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    if (!decodes(decoder, chunk, true)) return false
  return decodes(decoder, Buffer.alloc(0), false)
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer, stream: boolean): boolean {
  try {
    decoder.decode(chunk, { stream })
    return true
  } catch {
    return false
  }
}

/** Whether it is UTF-8 with a few broken letters: where it was written as anything else, next to none would be whole. */
async function isBrokenUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8')
  let [whole, broken] = [0, 0]
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const [letter] of decoder.decode(chunk, { stream: true }).matchAll(BEYOND_ASCII))
      if (letter === REPLACEMENT) broken++
      else whole++
  return whole > broken
}

const BEYOND_ASCII = /[^\0-\x7f]/gu
/** What stands for bytes that are no letter. */
export const REPLACEMENT = '\ufffd'

/** More lines than anybody writes above a table. */
const MAX_TITLES = 10

/** How many lines of one cell, as titles are, stand above the first of several; none where a text goes on in the next line. */
function titlesAbove(lines: readonly string[]): number {
  const heading = lines.slice(0, MAX_TITLES).findIndex((line) => {
    const cells = withoutQuoted(line).split(separatorOf(line))
    return cells.filter((cell) => cell.trim() !== '').length > 1
  })
  const titles = lines.slice(0, Math.max(heading, 0))
  return titles.some((line) => line.split('"').length % 2 === 0) ? 0 : titles.length
}

/** The one that stands most often in the first row, outside of quotes. */
function separatorOf(text: string): TextFile['separator'] {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  // Empty lines before it are passed over, as when rows are read.
  for (const letter of text.replace(/^[\r\n]+/, '')) {
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (letter === '\n' || letter === '\r') break
    else if (letter in counts) counts[letter as TextFile['separator']]++
  }
  const separators = [',', ';', '\t'] as const
  return separators.reduce((most, each) => (counts[each] > counts[most] ? each : most), ',')
}
