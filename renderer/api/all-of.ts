/** Everything of a list that is answered in pages, in its order. */
export async function allOf<T>(
  pageBehind: (token?: string) => Promise<{ items: readonly T[]; nextPagingToken: string | null }>,
): Promise<T[]> {
  let page = await pageBehind()
  const items = [...page.items]
  while (page.nextPagingToken !== null) {
    page = await pageBehind(page.nextPagingToken)
    items.push(...page.items)
  }
  return items
}
