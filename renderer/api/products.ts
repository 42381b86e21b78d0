import type {
  ListedProduct,
  ManagedProduct,
  ManagedProductsAnswer,
  ManagedProductsQuery,
  ProductBody,
} from '../../core/catalog/manage/product.schema.ts'
import type { RecordRemoved } from '../../core/records/record.schema.ts'
import type { RecordEvent, RecordEventsAnswer } from '../../core/history/record-event.schema.ts'
import { get, ifSeen, post, queryString, request, writeHeaders, type ListQuery } from './client.ts'

export type { ListedProduct, ManagedProduct, ProductBody } from '../../core/catalog/manage/product.schema.ts'

export type ProductState = ManagedProduct['state']

/** The products of the shop by sku, those too that are not sold. */
export async function listManagedProducts(
  query: ListQuery<ManagedProductsQuery>,
  signal?: AbortSignal,
): Promise<{ products: ListedProduct[]; nextPagingToken: string | null }> {
  return get<ManagedProductsAnswer>('/manage/products', { ...query }, signal)
}

/** @param key its id, or its sku */
export function getManagedProduct(key: string, signal?: AbortSignal): Promise<ManagedProduct> {
  return get(productPath(key), {}, signal)
}

/** @param idempotencyKey under which the same try may be repeated */
export function createProduct(body: ProductBody, idempotencyKey: string): Promise<ManagedProduct> {
  return post('/manage/products', body, writeHeaders({ idempotencyKey }))
}

/** Writes a product as a whole, where it still is in the version that was seen. */
export async function replaceProduct(
  seen: Pick<ManagedProduct, 'id' | 'version'>,
  body: ProductBody,
): Promise<ManagedProduct> {
  return (await request('PUT', productPath(seen.id), { body, headers: ifSeen(seen) })).body as ManagedProduct
}

/**
 * Gives a product a picture, or one of its variants, whatever else of it somebody has changed meanwhile.
 * @param variantSku of the variant; left out for the product's
 */
export async function showImage(
  { id }: Pick<ManagedProduct, 'id'>,
  imageUrl: string,
  variantSku?: string,
): Promise<void> {
  const body = variantSku === undefined ? { imageUrl } : { variants: [{ variantSku, imageUrl }] }
  await request('PATCH', productPath(id), { body })
}

/** Deletes a product that was never used, and retires any other. @returns whether it was retired */
export async function removeProduct(seen: Pick<ManagedProduct, 'id' | 'version'>): Promise<boolean> {
  const { body } = await request('DELETE', productPath(seen.id), { headers: ifSeen(seen) })
  return (body as RecordRemoved).retired
}

/** What was done to a product, newest first. */
export async function listProductEvents(
  id: string,
  maxItems: number,
  signal?: AbortSignal,
): Promise<RecordEvent[]> {
  const path = `${productPath(id)}/events${queryString({ maxItems })}`
  return (await get<RecordEventsAnswer>(path, {}, signal)).events
}

/** Where programs find it, below `/api/v1`. */
export const productPath = (key: string): string => `/manage/products/${encodeURIComponent(key)}`
