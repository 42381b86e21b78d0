/** Rows by the id of what they belong to. */
export function grouped<K extends string, T extends Readonly<Record<K, string>>>(
  rows: readonly T[],
  key: K,
): (id: string) => T[] {
  const byKey = Map.groupBy(rows, (row): string => row[key])
  return (id) => byKey.get(id) ?? []
}
