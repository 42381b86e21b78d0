import { readonly, ref } from 'vue'
import { isBusyCode } from './connection.ts'

const LOOK_EVERY_MS = 60_000

/** What somebody has to see to, though the console works: see `/health` of the API. */
export type HealthWarning =
  /** The backup that was due could not be made. */
  | 'backup'
  /** The disk has refused something a moment ago. */
  | 'disk'
  /** The server of the database was away a moment ago, or is still. */
  | 'server'
  /** Another desk has brought the database up to date; this one has to be. */
  | 'older'
  /** The database is damaged. */
  | 'damage'

const warning = ref<HealthWarning>()

/** Undefined where all is well, as far as is known. */
export const healthWarning = readonly(warning)

/** Asks the core now and every minute how it is. @returns what ends it */
export function watchHealth(): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS)
  void look()
  return () => clearInterval(timer)
}

/** What the core answers. */
interface Health {
  readonly database?: string
  readonly backup?: string
  readonly errors?: readonly { readonly code?: string }[]
}

/** What of the core's answer somebody has to see to. */
export function warningOf({ database, backup, errors }: Health): HealthWarning | undefined {
  if (database === 'damaged') return 'damage'
  if (database === 'failing') return failureOf(errors?.[0]?.code)
  return backup === 'failing' ? 'backup' : undefined
}

function failureOf(code = ''): HealthWarning | undefined {
  if (isBusyCode(code)) return undefined
  return code === 'database.newer' ? 'older' : OF_SERVER.has(code) ? 'server' : 'disk'
}

/** What only a server says. */
const OF_SERVER: ReadonlySet<string> = new Set(
  ['unreachable', 'unknown', 'slow', 'read-only', 'refused'].map((what) => `database.${what}`),
)

async function look(): Promise<void> {
  try {
    const answer = await fetch('/api/v1/health', { cache: 'no-store', headers: { prefer: 'fault-codes' } })
    warning.value = warningOf((await answer.json()) as Health)
  } catch {
    // That no answer came is another matter, which the next request of a person brings up.
  }
}
