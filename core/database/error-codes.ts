/** SQLite's and PostgreSQL's codes; messages are never looked at. */
const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])
const notNullCodes = new Set(['SQLITE_CONSTRAINT_NOTNULL', '23502'])
const busyCodes = new Set([
  ...['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED'],
  // Others have stood in the way for too long.
  ...['40001', '40P01', '55P03', 'OVERTAKEN'],
])
/** The server refuses or ends sessions: it is shut down, has crashed, starts, has too many, or lets them last no longer. */
const SESSION_ENDS = '08...|57P0[1-5]|25P0[34]|53300'
const sessionEnds = new RegExp(`^(${SESSION_ENDS})$`)
/** Or it has no memory, or lacks the database. */
const unreachableCodes = new RegExp(`^(CONNECTION_LOST|${SESSION_ENDS}|53200|3D000)$`)
const damageCodes = /^(SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))|XX00[12]$)/
const diskCodes = /^(SQLITE_(IOERR|FULL|CANTOPEN)|FILE_GONE$|58030$|53100$)/
const fullCodes = new Set(['SQLITE_FULL', 'ENOSPC', '53100'])

const codeOf = (error: unknown): string =>
  error instanceof Error ? String((error as Error & { code?: unknown }).code) : ''

export const isUniqueViolation = (error: unknown): boolean => uniqueCodes.has(codeOf(error))

export const isNotNullViolation = (error: unknown): boolean => notNullCodes.has(codeOf(error))

/** Another process writes to the same file for longer than we wait. */
export const isDatabaseBusy = (error: unknown): boolean => busyCodes.has(codeOf(error))

/** All sessions with the server that this process may have are in use, and none was given back for as long as one waits. */
export const isOutOfSessions = (error: unknown): boolean => codeOf(error) === 'POOL_EXHAUSTED'

/** The server has ended a statement, which took longer than it may. */
export const isTooSlow = (error: unknown): boolean => codeOf(error) === '57014'

/** The server takes no changes, as one that stands in for another. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'

/** The server does not let this user in any more, or keeps them from what we do. */
export const isRefused = (error: unknown): boolean => /^(28...|42501)$/.test(codeOf(error))

/** The server has as many sessions as it may, or as this user may have. */
export const isOutOfRoom = (error: unknown): boolean => codeOf(error) === '53300'

/** The server has said that a session is at its end, or is not to be had. */
export const endsSession = (error: unknown): boolean => sessionEnds.test(codeOf(error))

/** The server cannot be reached at the moment; nothing of what was asked of it is done. */
export const isUnreachable = (error: unknown): boolean => unreachableCodes.test(codeOf(error))

/** The connection was lost with a commit, and nobody can tell whether it was done. */
export const isCommitUnknown = (error: unknown): boolean => codeOf(error) === 'COMMIT_UNKNOWN'

/** A newer version of the program has migrated the database meanwhile. */
export const isDatabaseNewer = (error: unknown): boolean => codeOf(error) === 'DATABASE_NEWER'

/** The file is no longer what was written: broken pages, or no database at all. */
export const isDatabaseDamaged = (error: unknown): boolean => damageCodes.test(codeOf(error))

/** SQLite knows no such table or column: the file is of another version, or of somebody else. */
export const isUnknownToDatabase = (error: unknown): boolean => codeOf(error) === 'SQLITE_ERROR'

/** The disk does not do what it is asked; the file may be sound. */
export const isDiskFailing = (error: unknown): boolean => diskCodes.test(codeOf(error))

/** The file has been taken away, or replaced, while it is open. */
export const isFileGone = (error: unknown): boolean => codeOf(error) === 'FILE_GONE'

export const isDiskFull = (error: unknown): boolean => fullCodes.has(codeOf(error))
