import type { Reply } from '../http.ts'
import { Lost } from '../lost.ts'

/**
 * A refusal while the storage cannot be written has the contract's body, names the storage in plain words, says when to
 * come again, and shows nothing of the inside.
 */
export function requireStorageRefusal(reply: Reply, what: string): void {
  const faults: string[] = []
  if (reply.status !== 503) faults.push(`the status is ${reply.status}`)
  if (reply.headers['retry-after'] === undefined) faults.push('there is no Retry-After')
  const [entry] = (JSON.parse(reply.text) as { errors?: Record<string, string>[] }).errors ?? []
  const text = entry?.['error-description'] ?? ''
  if (entry?.['error'] !== 'ServiceUnavailable') faults.push('the error is not ServiceUnavailable')
  if (!/disk|storage|database/i.test(text)) faults.push('it does not name the storage')
  if (/sqlite|errno|EIO|ENOSPC|wal/i.test(text)) faults.push('it shows the inside')
  if (faults.length > 0) throw new Lost(`${what} was refused wrongly (${faults.join(', ')}): ${reply.text}`)
}

/** Whether nobody knows what became of a write, and that is said. */
export const isUnknown = ({ status, text }: Reply): boolean =>
  status === 503 && text.includes('it is not known whether this was saved')
