import { sliceOf, type Page, type Slice } from '../database/queries/keyset.ts'
import { searchRecords } from '../records/search-records.ts'
import type { MethodDraft } from './method-draft.ts'
import type { MethodsQuery } from './method.schema.ts'

/** A page of ways to deliver or to pay, in the order in which they are offered. */
export function listMethods<M extends MethodDraft & { readonly id: string }>(
  methods: readonly M[],
  page: Page,
  { search, state }: MethodsQuery,
): Slice<M> {
  const found = searchRecords(methods, search, ({ name, names }) => [name, ...Object.values(names)])
  const shown = found.filter((method) => state === undefined || method.state === state)
  return sliceOf(shown, page, 'asc', [({ position }) => position, ({ id }) => id])
}
