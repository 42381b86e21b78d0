import { statements } from '../../core/database/statements.ts'

/** The statements that something takes, one after the other. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const run: string[] = []
  const note = (message: unknown): void => void run.push((message as { sql: string }).sql)
  statements.subscribe(note)
  try {
    await work()
  } finally {
    statements.unsubscribe(note)
  }
  return run
}

/** One for each parameter of a statement, to have its plan: a few that are given by their place, and any for the others. */
export const anyParameters = (
  sql: string,
  given: Readonly<Record<string, string>> = {},
  any = '1',
): string[] => Array.from(sql.matchAll(/\?|\$\d+/g), ([place]) => given[place] ?? any)
