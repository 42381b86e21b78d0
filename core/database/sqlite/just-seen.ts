/**
 * So long what was seen of the file is trusted, in milliseconds: less than a command takes to end after its commit. To look
 * costs as much as a small query, and a read of what is cached more than all the rest of it.
 */
const TRUST = 2

/**
 * @param look finds out how it stands with the file; one that throws has seen nothing, and the next call looks again
 * @returns what looks, unless it has looked a moment ago
 */
export function unlessJustSeen(look: () => void): () => void {
  let seenAt = -Infinity
  return () => {
    const now = performance.now()
    if (now - seenAt < TRUST) return
    look()
    seenAt = now
  }
}
