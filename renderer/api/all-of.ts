/** As much as a page may hold. */
export const MAX_ITEMS = 1000

/**
 * Everything of a list that is answered in pages, in its order.
 * @param ask asks for a page
 * @param itemsOf what of an answer is the list
 */
export async function allOf<Answer extends { readonly nextPagingToken: string | null }, T>(
  ask: (page: { maxItems: number; nextPagingToken: string | undefined }) => Promise<Answer>,
  itemsOf: (answer: Answer) => readonly T[],
): Promise<T[]> {
  const items: T[] = []
  let token: string | null = null
  do {
    const answer: Answer = await ask({ maxItems: MAX_ITEMS, nextPagingToken: token ?? undefined })
    items.push(...itemsOf(answer))
    token = answer.nextPagingToken
  } while (token !== null)
  return items
}
