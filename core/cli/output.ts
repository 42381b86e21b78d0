/** Where a command says what it did. */
export interface Output {
  /** The result: as one line of JSON, or as text for a person. */
  result(json: unknown, text: string): void
  /** What goes on meanwhile; a person sees it, a program does not. */
  progress(text: string): void
  /** @param advice what to do about it: for a person a line more, for a program more fields */
  failure(text: string, advice?: { readonly text: string; readonly json: object }): void
}

/** What a process writes to, or what stands for it. */
export interface Streams {
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>
  readonly stderr: Pick<NodeJS.WritableStream, 'write'>
}

/** Standard output holds results only; everything else goes to standard error. */
export function output(json: boolean, { stdout, stderr }: Streams): Output {
  const say = (text: string): unknown => stdout.write(`${text}\n`)
  const tell = (text: string): unknown => stderr.write(`${text}\n`)
  return {
    result: (value, text) => say(json ? JSON.stringify(value) : text),
    progress: (text) => {
      if (!json) tell(text)
    },
    failure(text, advice) {
      if (json) say(JSON.stringify({ error: text, ...advice?.json }))
      else tell(advice ? `${text}\n${advice.text}` : text)
    },
  }
}
