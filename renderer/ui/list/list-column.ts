/** A column of a list. */
export interface ListColumn {
  /** Of the slot that shows it. */
  name: string
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  /** What the list is sorted by where this column is chosen for it: the `sort` of the filter, `-` before it for the highest. */
  sort?: string
  /** It is there only for who asks for it. */
  isExtra?: boolean
  /** Classes of its width, and of where it gives way: of head and cells. */
  width?: string
  /** Of CSS: what stands there has no less. */
  minWidth?: string
  /** Classes of its cells. */
  cell?: string
}

/** Classes of a row, where it is no row of a table: on the narrowest screens, and at 400 %, its columns take a line each. */
export const ROW = 'flex items-center @max-xs:flex-wrap @max-xs:py-1'

/** Classes of a column's place in its row: those that have no width share what the others leave. */
export const placeOf = ({ width = '' }: ListColumn): string =>
  `${/(^| )w-/.test(width) ? 'flex-none' : 'min-w-0 flex-1'} ${width} @max-xs:basis-full @max-xs:py-0.5 @max-xs:ps-4! @max-xs:text-start`
