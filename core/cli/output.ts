/** Where a command says what it did. */
export interface Output {
  /** The result: as one line of JSON, or as text for a person. */
  result(json: unknown, text: string): void
  /** What goes on meanwhile; a person sees it, a program does not. */
  progress(text: string): void
  /** @param advice what to do about it: for a person a line more, for a program more fields */
  failure(text: string, advice?: { readonly text: string; readonly json: object }): void
}

/** Standard output holds results only; everything else goes to standard error. */
export const output = (json: boolean): Output => ({
  result: (value, text) => console.log(json ? JSON.stringify(value) : text),
  progress: (text) => {
    if (!json) console.error(text)
  },
  failure: (text, advice) => {
    if (json) console.log(JSON.stringify({ error: text, ...advice?.json }))
    else console.error(advice ? `${text}\n${advice.text}` : text)
  },
})
