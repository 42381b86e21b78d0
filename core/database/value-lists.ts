import { PrimitiveValueListNode, ValuesNode, type OperationNode } from 'kysely'

/** Longer lists come from work in bulk, which asks for as many as it may each time. */
const LONGEST = 64

/**
 * The list of an `in`, as long as the next power of two: its last value comes again. A statement for each length would be
 * prepared, planned and kept where these few do.
 * @param parent what the list is part of: rows to insert stay as they are
 */
export function steadyList(
  list: PrimitiveValueListNode,
  parent: OperationNode | undefined,
): PrimitiveValueListNode {
  const { values } = list
  const { length } = values
  if (length <= 2 || length >= LONGEST || (parent && ValuesNode.is(parent))) return list
  const missing = 2 ** Math.ceil(Math.log2(length)) - length
  if (missing === 0) return list
  return PrimitiveValueListNode.create([...values, ...Array.from({ length: missing }, () => values.at(-1))])
}
