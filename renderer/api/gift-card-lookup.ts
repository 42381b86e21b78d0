import type { GiftCard } from '../../core/gift-cards/gift-card.schema.ts'
import { ApiError } from './api-error.ts'
import { request } from './client.ts'

export type { GiftCard } from '../../core/gift-cards/gift-card.schema.ts'

/** The gift card with a code, however that is written; undefined where there is none. The code stands in no address. */
export async function lookUpGiftCard(code: string, signal: AbortSignal): Promise<GiftCard | undefined> {
  try {
    return (await request('POST', '/gift-cards/lookup', { body: { code }, signal })).body as GiftCard
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return undefined
    throw failure
  }
}
