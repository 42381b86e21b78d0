/**
 * The fields of what the browser keeps under one of our keys. Anything may stand there: what cannot be read has none.
 * @param text as the storage gives it, null where nothing is kept
 */
export function keptFields(text: string | null): Record<string, unknown> {
  const kept = parse(text)
  return typeof kept === 'object' ? { ...kept } : {}
}

/** Likewise the elements of a list. */
export function keptList(text: string | null): unknown[] {
  const kept = parse(text)
  return Array.isArray(kept) ? kept : []
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
