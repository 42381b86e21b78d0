import { textOfAny, type MessageKey } from '../i18n/index.ts'

/** What histories call it where no person and no program has done something, as the core writes it down. */
const KEYS: Readonly<Record<string, MessageKey>> = {
  Console: 'staff.console',
  'Command line': 'staff.commandLine',
}

/** Whoever has done something, as histories name them, in the console's language where it is nobody in particular. */
export function actorName(actor: string): string {
  const key = KEYS[actor]
  return (key && textOfAny(key)) ?? actor
}
