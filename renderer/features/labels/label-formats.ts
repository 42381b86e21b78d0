import type { Paper } from '../print/print-choices.ts'

/** A label, in millimetres; on a roll one after the other, on a sheet in rows and columns. */
export interface LabelFormat {
  readonly key: string
  readonly widthMm: number
  readonly heightMm: number
  readonly sheet?: LabelSheet
}

/** How labels lie on a sheet: of the first one, the corner; of the others, how far they are apart. */
export interface LabelSheet {
  readonly paper: Paper
  readonly columns: number
  readonly rows: number
  readonly leftMm: number
  readonly topMm: number
  readonly stepXMm: number
  readonly stepYMm: number
}

export const PAPER_MM = { A4: { width: 210, height: 297 }, Letter: { width: 215.9, height: 279.4 } } as const

/** The usual ones: rolls of label printers, and sheets that every shop for paper has. */
export const LABEL_FORMATS: readonly [LabelFormat, ...LabelFormat[]] = [
  { key: '57x32', widthMm: 57, heightMm: 32 },
  { key: '62x29', widthMm: 62, heightMm: 29 },
  { key: '40x30', widthMm: 40, heightMm: 30 },
  {
    key: 'A4 3x8',
    widthMm: 70,
    heightMm: 37,
    sheet: { paper: 'A4', columns: 3, rows: 8, leftMm: 0, topMm: 0.5, stepXMm: 70, stepYMm: 37 },
  },
  {
    key: 'A4 3x7',
    widthMm: 63.5,
    heightMm: 38.1,
    sheet: { paper: 'A4', columns: 3, rows: 7, leftMm: 7.25, topMm: 15.15, stepXMm: 66, stepYMm: 38.1 },
  },
  {
    key: 'Letter 3x10',
    widthMm: 66.675,
    heightMm: 25.4,
    sheet: {
      paper: 'Letter',
      columns: 3,
      rows: 10,
      leftMm: 4.76,
      topMm: 12.7,
      stepXMm: 69.85,
      stepYMm: 25.4,
    },
  },
]

export const formatOf = (key: string): LabelFormat =>
  LABEL_FORMATS.find((format) => format.key === key) ?? LABEL_FORMATS[0]

/** How many lie on a sheet; one on a roll, whose labels are sheets of their own. */
export const perSheet = ({ sheet }: LabelFormat): number => (sheet ? sheet.columns * sheet.rows : 1)

/** Where a label lies on its sheet. @param place counted from 0, row by row */
export function cornerOf({ sheet }: LabelFormat, place: number): { leftMm: number; topMm: number } {
  if (!sheet) return { leftMm: 0, topMm: 0 }
  const { columns, leftMm, stepXMm, stepYMm, topMm } = sheet
  return {
    leftMm: leftMm + (place % columns) * stepXMm,
    topMm: topMm + Math.floor(place / columns) * stepYMm,
  }
}

/**
 * Labels on their sheets, each at its place.
 * @param used of the first sheet, those that are taken already
 */
export function sheetsOf<L>(labels: readonly L[], format: LabelFormat, used: number): (L | undefined)[][] {
  const most = perSheet(format)
  const places: (L | undefined)[] = [...Array.from({ length: used % most }, () => undefined), ...labels]
  return Array.from({ length: Math.ceil(places.length / most) }, (_, nth) =>
    places.slice(nth * most, (nth + 1) * most),
  )
}
