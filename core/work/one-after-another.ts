/** @returns what runs pieces of work one after another, in the order in which they come; one that fails holds up no other */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
