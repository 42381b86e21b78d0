import type { ManagedStore } from '../../core/shop/shop.schema.ts'
import { get, request } from './client.ts'

export type { ManagedStore } from '../../core/shop/shop.schema.ts'

/** All that the store says of itself. */
export const getManagedStore = (id: string, signal?: AbortSignal): Promise<ManagedStore> =>
  get(`/manage/stores/${id}`, {}, signal)

/**
 * @param body a merge patch: what is to be different
 * @throws ApiError 409 where somebody else has changed it meanwhile, saying who and what
 */
export async function changeManagedStore(
  { id, version }: Pick<ManagedStore, 'id' | 'version'>,
  body: Readonly<Record<string, unknown>>,
): Promise<ManagedStore> {
  const answer = await request('PATCH', `/manage/stores/${id}`, {
    body,
    headers: { 'if-match': `"${version}"` },
  })
  return answer.body as ManagedStore
}
