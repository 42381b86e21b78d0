/** Tells listeners in this process what has happened, after it is on disk. A listener that throws harms nobody else. */
export interface EventBus<T> {
  publish(event: T): void
  /** @returns the function that ends the subscription */
  subscribe(listener: (event: T) => void): () => void
}

export function createEventBus<T>(onError: (error: unknown) => void): EventBus<T> {
  const listeners = new Set<(event: T) => void>()
  return {
    publish: (event) => {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
