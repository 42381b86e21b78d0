let last: string | undefined

/** What a core of this process has failed at last, told once: what is not ours is answered without its text. */
export function takeFailure(): string | undefined {
  const failure = last
  last = undefined
  return failure
}

/** The log of a core whose failures tests tell. */
export const failures = {
  level: 'error',
  stream: {
    write(line: string): void {
      const { err } = JSON.parse(line) as { err?: { stack?: string } }
      last = err?.stack
    },
  },
}
