/** A column of a list. */
export interface ListColumn {
  /** Of the slot that shows it. */
  name: string
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean
  /** Classes of its width, and of where it gives way: of head and cells. */
  width?: string
  /** Classes of its cells. */
  cell?: string
}
