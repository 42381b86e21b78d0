import { createReadStream } from 'node:fs'
import { pipeline, Transform, type TransformCallback } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { refusal, type Refusal } from './file-faults.ts'
import { REPLACEMENT, UnreadableFile, type TextFile } from './text-file.ts'

/** More columns than any shop exports. */
const MAX_COLUMNS = 1000
/** Before the name of a column that nothing is to be taken from: what no column is called. */
const NOTHING = '\0'
/** Characters of one row. */
const MAX_ROW = 2 * 1024 * 1024

/** A row of a file: its cells by the names of the columns, in lower case. */
export interface Row {
  /** Where it begins; the first line of a file is 1. */
  readonly line: number
  /** How long it is. */
  readonly characters: number
  /** @returns an empty text where the file has no such column */
  cell(column: string): string
  has(column: string): boolean
}

/** The columns of a file that have a name, as they are spelled there, by what each is taken for, in lower case. */
export type Columns = ReadonlyMap<string, string>

/**
 * What columns of a file are to be taken for, whatever they are called there: by their names, in lower case; an empty text
 * where nothing is to be taken from one.
 */
export type ColumnMapping = ReadonlyMap<string, string>

/** What columns are taken for, once it is known which there are. @param called in lower case */
export type MappingOf = (called: ReadonlySet<string>) => ColumnMapping

/**
 * Reads a file row by row, of which few are in memory at a time. Rows without any text are left out.
 * @param start is told the columns before the first row comes, and those that stand there again: nothing is taken from these
 * @param mappingOf of columns that are called otherwise than what they hold
 * @throws UnreadableFile with the line, where the file is no table
 */
export async function* readRows(
  file: TextFile,
  start: (columns: Columns, again: Columns) => Promise<void>,
  mappingOf: MappingOf,
): AsyncGenerator<Row> {
  let places: ReadonlyMap<string, number> | undefined
  /** As far as its columns have names. */
  let width = 0
  let columns = 0
  for await (const { cells, ...record } of readRecords(file)) {
    if (!places) {
      const called = new Set(cells.map((cell) => cell.trim().toLowerCase()))
      const { again, first } = placesOf(cells, mappingOf(called))
      places = first
      width = Math.max(...places.values()) + 1
      columns = cells.length
      await start(new Map([...places].map(([name, place]) => [name, cells[place]?.trim() ?? name])), again)
      continue
    }
    if (cells.every((cell) => cell.trim() === '')) continue
    // Separators behind the last cell say nothing: many programs write one, in the heading or in the rows alone.
    if (cells.length < width || cells.slice(columns).some((cell) => cell.trim() !== '')) {
      throw new UnreadableFile(refusal('row.cells', { cells: cells.length, columns }), record.line)
    }
    const known = places
    yield {
      ...record,
      cell: (column) => asShown(cells[known.get(column) ?? -1] ?? ''),
      has: (column) => known.has(column),
    }
  }
  if (!places) throw new UnreadableFile(refusal('file.empty'))
}

/** What programs write so that a spreadsheet takes no code for a number: `="0012"`, of which it shows what stands in it. */
const asShown = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell

/** Where columns stand, by what they are taken for, and which have the name of one before. */
function placesOf(
  heading: readonly string[],
  mapping: ColumnMapping,
): { readonly first: ReadonlyMap<string, number>; readonly again: Columns } {
  if (heading.length > MAX_COLUMNS)
    throw new UnreadableFile(refusal('file.many-columns', { columns: heading.length, limit: MAX_COLUMNS }))
  const places = new Map<string, number>()
  const again = new Map<string, string>()
  for (const [place, cell] of heading.entries()) {
    const called = cell.trim().toLowerCase()
    const meant = called === '' ? '' : (mapping.get(called)?.toLowerCase() ?? called)
    // Of what nothing is taken there may be several, and each has its name.
    const name = meant === '' && called !== '' ? `${NOTHING}${called}` : meant
    if (name === '') continue
    const other = places.get(name)
    const [column, twin] = [cell.trim(), heading[other ?? -1]?.trim()]
    if (twin === undefined) places.set(name, place)
    else if (twin.toLowerCase() === called) again.set(name, column)
    else
      throw new UnreadableFile(
        refusal('column.meant-twice', { column: twin, other: column, meant: mapping.get(called) ?? name }),
      )
  }
  return { first: places, again }
}

/** The cells of a row, where it begins and how long it is. */
interface Parsed extends Pick<Row, 'line' | 'characters'> {
  readonly cells: readonly string[]
}

async function* readRecords({
  encoding,
  heading,
  lineEnds,
  path,
  separator,
}: TextFile): AsyncGenerator<Parsed> {
  // Inside of quotes the parser counts a line break of two characters twice.
  let doubled = 0
  let end = 0
  const placeOf = new WeakMap<readonly string[], Pick<Row, 'line' | 'characters'>>()
  const parser = parse({
    delimiter: separator,
    from_line: heading,
    max_record_size: MAX_ROW,
    record_delimiter: [...lineEnds],
    // While it parses, and not when rows are taken from it: what goes wrong behind a row may come before it is taken.
    on_record: (cells, { lines }) => {
      const whole = cells.join(' ')
      doubled += whole.match(/\r\n/g)?.length ?? 0
      const breaks = whole.match(/\r\n|\r|\n/g)?.length ?? 0
      end = lines - doubled
      placeOf.set(cells, { line: end - breaks, characters: whole.length })
      return cells
    },
    relax_column_count: true,
    skip_empty_lines: true,
  })
  // What goes wrong while it is read is thrown by the parser, which is what is waited for.
  pipeline(createReadStream(path), decoding(encoding), parser, () => undefined)
  try {
    for await (const cells of parser as AsyncIterable<string[]>)
      yield { cells, ...(placeOf.get(cells) ?? { line: 1, characters: 0 }) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Of what never ends it is told where it begins.
    throw new UnreadableFile(refusalOf(error), isEndless(error) ? end + 1 : Number(error.lines) - doubled)
  } finally {
    parser.destroy()
  }
}

/**
 * Bytes to text; a mark at the beginning is no part of it, nor is the sign of DOS at the end. What no text has ends it, with
 * the line where that stands.
 */
function decoding(encoding: TextFile['encoding']): Transform {
  const decoders = {
    strict: new TextDecoder(encoding, { fatal: true }),
    lenient: new TextDecoder(encoding),
  }
  let line = 1
  /** How many such signs stand behind what was read, as long as nothing comes behind them. */
  let held = 0
  const read = (chunk: Buffer, stream: boolean): string => {
    const { isWhole, text } = decode(decoders, chunk, stream)
    const nul = text.indexOf('\0')
    line += (nul < 0 ? text : text.slice(0, nul)).match(/\n/g)?.length ?? 0
    if (!isWhole || nul >= 0) throw new UnreadableFile(refusal('file.bytes'), line)
    const end = text.length - trailing(END_OF_FILE, text)
    const before = end === 0 ? 0 : held
    held += text.length - end - before
    return END_OF_FILE.repeat(before) + text.slice(0, end)
  }
  return new Transform({
    decodeStrings: true,
    encoding: 'utf8',
    transform: (chunk: Buffer, _encoding, done) => give(() => read(chunk, true), done),
    flush: (done) => give(() => read(Buffer.alloc(0), false), done),
  })
}

/** What programs of DOS, and those that keep to them, put behind a text. */
const END_OF_FILE = '\u001a'

/** How often a letter stands at the end of a text. */
function trailing(letter: string, text: string): number {
  let count = 0
  while (text.at(-1 - count) === letter) count++
  return count
}

type Decoder = InstanceType<typeof TextDecoder>

/**
 * @param lenient has decoded all before it, too: it knows of the letter in which a chunk begins
 * @returns the text, as far as it is one
 */
function decode(
  { lenient, strict }: { readonly strict: Decoder; readonly lenient: Decoder },
  chunk: Buffer,
  stream: boolean,
): { readonly text: string; readonly isWhole: boolean } {
  const all = lenient.decode(chunk, { stream })
  try {
    return { text: strict.decode(chunk, { stream }), isWhole: true }
  } catch {
    const [text = ''] = all.split(REPLACEMENT, 1)
    return { text, isWhole: false }
  }
}

function give(work: () => string, done: TransformCallback): void {
  let text: string
  try {
    text = work()
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, text)
}

const isEndless = ({ code }: CsvError): boolean =>
  code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'

function refusalOf({ code }: CsvError): Refusal {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return refusal('row.open-quote')
    case 'CSV_MAX_RECORD_SIZE':
      return refusal('row.long')
    default:
      return refusal('row.quote')
  }
}
