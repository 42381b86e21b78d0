import { PrimitiveValueListNode, ValuesNode, type OperationNode } from 'kysely'

/** Longer lists come from work in bulk, which asks for as many as it may each time. */
export const LONGEST = 64

/**
 * Values of an `in`, as many as the next power of two: the last comes again. A statement for each length would be prepared,
 * planned and kept where these few do. A longer list than {@link LONGEST} stays as it is.
 */
export function filledUp<T>(values: readonly T[]): readonly T[] {
  const { length } = values
  if (length <= 2 || length >= LONGEST) return values
  return [...values, ...Array<T>(2 ** Math.ceil(Math.log2(length)) - length).fill(values.at(-1) as T)]
}

/**
 * The list of an `in`, filled up.
 * @param parent what the list is part of: rows to insert stay as they are
 */
export function steadyList(
  list: PrimitiveValueListNode,
  parent: OperationNode | undefined,
): PrimitiveValueListNode {
  if (parent && ValuesNode.is(parent)) return list
  const values = filledUp(list.values)
  return values.length === list.values.length ? list : PrimitiveValueListNode.create([...values])
}
