import type { Looks } from '../database/safekeeping.ts'

/**
 * Looks for something now and then while a core runs, once at a time. The looks keep no process alive.
 * @param look never rejects
 * @returns what ends it, and resolves when the look under way has ended
 */
export function lookOften(look: () => Promise<void>, looks: Looks): () => Promise<void> {
  let atWork = Promise.resolve()
  const lookNext = (): void => {
    atWork = atWork.then(look)
  }
  const first = setTimeout(lookNext, looks.first).unref()
  const later = setInterval(lookNext, looks.every).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(later)
    await atWork
  }
}
