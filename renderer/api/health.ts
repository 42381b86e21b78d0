import { readonly, ref } from 'vue'

const LOOK_EVERY_MS = 60_000

/** What somebody has to see to, though the console works: see `/health` of the API. */
export type HealthWarning =
  /** The backup that was due could not be made. */
  | 'backup'
  /** The disk has refused something a moment ago. */
  | 'disk'
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

async function look(): Promise<void> {
  try {
    const answer = await fetch('/api/v1/health', { cache: 'no-store' })
    const { database, backup } = (await answer.json()) as { database?: string; backup?: string }
    if (database === 'damaged') warning.value = 'damage'
    else if (database === 'failing') warning.value = 'disk'
    else warning.value = backup === 'failing' ? 'backup' : undefined
  } catch {
    // That no answer came is another matter, which the next request of a person brings up.
  }
}
