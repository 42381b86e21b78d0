/** SQLite's and PostgreSQL's codes; messages are never looked at. */
const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])
const busyCodes = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', '40001', '55P03'])
const damageCodes = /^(SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))|XX00[12]$)/
const diskCodes = /^(SQLITE_(IOERR|FULL|CANTOPEN)|58030$|53100$)/
const fullCodes = new Set(['SQLITE_FULL', '53100'])

const codeOf = (error: unknown): string =>
  error instanceof Error ? String((error as Error & { code?: unknown }).code) : ''

export const isUniqueViolation = (error: unknown): boolean => uniqueCodes.has(codeOf(error))

/** Another process writes to the same file for longer than we wait. */
export const isDatabaseBusy = (error: unknown): boolean => busyCodes.has(codeOf(error))

/** The file is no longer what was written: broken pages, or no database at all. */
export const isDatabaseDamaged = (error: unknown): boolean => damageCodes.test(codeOf(error))

/** The disk does not do what it is asked; the file may be sound. */
export const isDiskFailing = (error: unknown): boolean => diskCodes.test(codeOf(error))

export const isDiskFull = (error: unknown): boolean => fullCodes.has(codeOf(error))
