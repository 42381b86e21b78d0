import { onBeforeUpdate, onUpdated } from 'vue'

/** A cell of the grid. */
export interface Place {
  readonly row: number
  readonly column: number
}

interface Size {
  readonly rows: number
  readonly columns: number
}

/** What is marked of a cell's text, and where the caret stands. */
type Marked = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd'>

/**
 * Where a key leads from a cell, as in a spreadsheet: undefined where it is the text's, or leads out of the grid. Left and
 * right are the text's as long as the caret can move in it.
 */
export function targetOf(
  { key, shiftKey, ctrlKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey'>,
  text: Marked,
  { row, column }: Place,
  size: Size,
): Place | undefined {
  const at = (toRow: number, toColumn: number): Place => ({
    row: Math.min(Math.max(toRow, 0), size.rows - 1),
    column: Math.min(Math.max(toColumn, 0), size.columns - 1),
  })
  const { selectionEnd: end, selectionStart: start, value } = text
  const isWhole = start === 0 && end === value.length
  switch (key) {
    case 'ArrowDown':
      return at(ctrlKey ? size.rows : row + 1, column)
    case 'ArrowUp':
      return at(ctrlKey ? 0 : row - 1, column)
    case 'ArrowLeft':
      return !shiftKey && (isWhole || end === 0) ? at(row, column - 1) : undefined
    case 'ArrowRight':
      return !shiftKey && (isWhole || start === value.length) ? at(row, column + 1) : undefined
    case 'Enter':
      return at(shiftKey ? row - 1 : row + 1, column)
    case 'PageDown':
      return at(row + 10, column)
    case 'PageUp':
      return at(row - 10, column)
    case 'Home':
      return ctrlKey ? at(0, 0) : undefined
    case 'End':
      return ctrlKey ? at(size.rows, size.columns) : undefined
    case 'Tab':
      return next({ row, column }, shiftKey ? -1 : 1, size)
    default:
      return undefined
  }
}

/** The next cell, in the next row behind the last of one; none behind the last of all: there Tab leaves the grid. */
function next({ row, column }: Place, step: 1 | -1, { columns, rows }: Size): Place | undefined {
  const index = row * columns + column + step
  return index < 0 || index >= rows * columns
    ? undefined
    : { row: Math.floor(index / columns), column: index % columns }
}

/** The place of a cell's field. */
export function placeOf(target: EventTarget | null): Place | undefined {
  if (!(target instanceof HTMLInputElement)) return undefined
  const { column, row } = target.dataset
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}

/** Focuses the field of a cell, and marks its text: what is typed takes its place. */
export function focusCell(part: ParentNode | null, { column, row }: Place): void {
  const field = part?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-column="${column}"]`)
  field?.focus({ preventScroll: false })
  field?.select()
}

/** What is marked as a whole stays so when another text comes into the cell, as a price does once it is stored. */
export function useStillMarked(): void {
  let isWhole = false
  onBeforeUpdate(() => {
    const field = document.activeElement
    isWhole =
      placeOf(field) !== undefined &&
      field instanceof HTMLInputElement &&
      field.selectionStart === 0 &&
      field.selectionEnd === field.value.length
  })
  onUpdated(() => {
    const field = document.activeElement
    if (isWhole && placeOf(field) && field instanceof HTMLInputElement) field.select()
  })
}
