/** How a page says that its record is taken away, and brought back. */
export interface RemovalTexts {
  /** What is asked before. */
  readonly title: string
  readonly text: string
  /** What the button says. */
  readonly label: string
  /** What it is then. */
  readonly retired: string
  readonly retiredText: string
  readonly restore: string
}
