/** So few are sorted sooner than a list is walked for them. */
export const FEW = 1000

/** Rows that an index leads to, as far as it matters how many there are. */
interface Counted {
  offset(rows: number): {
    limit(rows: number): { executeTakeFirst(): Promise<object | undefined> }
  }
}

/** Whether there are at most {@link FEW}. A file does not know that, and would walk a whole list for some of it. */
export const areFew = async (rows: Counted): Promise<boolean> =>
  (await rows.offset(FEW).limit(1).executeTakeFirst()) === undefined
