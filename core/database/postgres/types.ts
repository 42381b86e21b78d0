import pg from 'pg'

const { builtins } = pg.types

/** Counts and amounts come as text, because they may be larger than a number can tell exactly. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, which is not a safe integer.`)
  return value
}

/** How values come from PostgreSQL: whole numbers as numbers, and never as another one than is stored. */
export const types = new pg.TypeOverrides()
types.setTypeParser(builtins.INT8, wholeNumber)
// Sums of them. Nothing here has a fraction: amounts are minor units, rates millionths.
types.setTypeParser(builtins.NUMERIC, wholeNumber)
