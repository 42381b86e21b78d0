const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/**
 * Tells once when an element comes near what is in sight.
 * @returns what ends it
 */
export function watchInSight(element: Element, tell: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer?.unobserve(target)
        waiting.get(target)?.()
      }
    },
    { rootMargin: '200px' },
  )
  waiting.set(element, tell)
  observer.observe(element)
  return () => observer?.unobserve(element)
}
