/** Where a command says what it did. */
export interface Output {
  /** The result: as one line of JSON, or as text for a person. */
  result(json: unknown, text: string): void
  /** What goes on meanwhile; a person sees it, a program does not. */
  progress(text: string): void
  failure(text: string): void
}

/** Standard output holds results only; everything else goes to standard error. */
export const output = (json: boolean): Output => ({
  result: (value, text) => console.log(json ? JSON.stringify(value) : text),
  progress: (text) => {
    if (!json) console.error(text)
  },
  failure: (text) => {
    if (json) console.log(JSON.stringify({ error: text }))
    else console.error(text)
  },
})
