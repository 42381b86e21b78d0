import pg from 'pg'
import { requireReachable } from './open-error.ts'
import { called, PROGRAM, sessionConfig } from './session.ts'

/** What whoever moves a shop calls its own sessions: they are none of a desk. */
const MOVER = 'moving a shop'

/** The address by which a shop is read that is moved. */
export const asMover = (address: string): string => called(address, MOVER)

/**
 * How many sessions of this program a database has at the moment, but for those of a mover.
 * @throws DatabaseOpenError `unreachable`
 */
export async function sessionsOf(address: string): Promise<number> {
  await requireReachable(address)
  const client = new pg.Client(sessionConfig(address))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ sessions: number }>(
      `select count(*) as sessions from pg_stat_activity
       where datname = current_database() and application_name like $1 || '%' and application_name <> $2
         and pid <> pg_backend_pid()`,
      [PROGRAM, `${PROGRAM} ${MOVER}`],
    )
    return rows[0]?.sessions ?? 0
  } finally {
    await client.end()
  }
}
