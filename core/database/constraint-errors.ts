/** SQLite's and PostgreSQL's codes; messages are never looked at. */
const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])
const busyCodes = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', '40001', '55P03'])

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? (error as Error & { code?: unknown }).code : undefined

export const isUniqueViolation = (error: unknown): boolean => uniqueCodes.has(String(codeOf(error)))

/** Another process writes to the same file for longer than we wait. */
export const isDatabaseBusy = (error: unknown): boolean => busyCodes.has(String(codeOf(error)))
