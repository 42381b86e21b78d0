import { statements } from '../../core/database/statements.ts'

/** The statements that something takes, each once. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const run = new Set<string>()
  const note = (message: unknown): void => void run.add((message as { sql: string }).sql)
  statements.subscribe(note)
  try {
    await work()
  } finally {
    statements.unsubscribe(note)
  }
  return [...run]
}
