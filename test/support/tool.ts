const WRONG_USE = 2

/** The command line of a tool. */
interface CommandLine<O> {
  /** @returns undefined where only the usage is asked for. @throws for what it does not know, saying so */
  readonly parseOptions: (args: string[]) => O | undefined
  readonly usage: string
}

/**
 * Does what a tool was started for, or says how it is used.
 * @returns the exit code
 */
export async function runTool<O>(
  { parseOptions, usage }: CommandLine<O>,
  work: (options: O) => Promise<number>,
): Promise<number> {
  let options: O | undefined
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return WRONG_USE
  }
  if (options) return work(options)
  console.log(usage)
  return 0
}
