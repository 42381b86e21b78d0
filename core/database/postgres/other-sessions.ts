import pg from 'pg'
import { PROGRAM, sessionConfig } from './session.ts'

/** How many sessions of this program a database has at the moment. */
export async function sessionsOf(address: string): Promise<number> {
  const client = new pg.Client(sessionConfig(address))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ sessions: number }>(
      `select count(*) as sessions from pg_stat_activity
       where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
      [PROGRAM],
    )
    return rows[0]?.sessions ?? 0
  } finally {
    await client.end()
  }
}

/** The same database for sessions that `sessionsOf` does not count. */
export function uncounted(address: string): string {
  const url = new URL(address)
  url.searchParams.set('application_name', `${PROGRAM} move`)
  return url.href
}
