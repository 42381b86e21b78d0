/** What both forms of the start, desktop and browser, go by. */
export interface StartContext {
  /** The project's folder. */
  readonly root: string
  readonly dataDir: string
  /** Where the shop is, where the start says so: `databaseOf`. */
  readonly database: string | undefined
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  /** Whether this is the system's administrator, for whom Chromium's sandbox does not work. */
  readonly isRoot: boolean
  /** Prints a line for the person at the terminal. */
  readonly say: (line: string) => void
  /** Aborted when everything shall end. */
  readonly stop: AbortSignal
}
