import type { KeptImage, ProductImagesAnswer } from '../../core/catalog/images/image.schema.ts'
import { download, get, request } from './client.ts'

/** Where pictures are that lie in the shop's own data. */
const PLACE = '/api/v1'
const OWN = `${PLACE}/images/`

/** Whether an address is that of a picture in the shop's own data: the console shows no others. */
export const isOwnImage = (imageUrl: string | null | undefined): imageUrl is string =>
  imageUrl?.startsWith(OWN) ?? false

/** Whether any of some products has one: the others then leave its place free. */
export const hasOwnImage = (products: readonly { readonly imageUrl: string | null }[]): boolean =>
  products.some(({ imageUrl }) => isOwnImage(imageUrl))

/** Keeps a picture in the shop's own data. @returns its address, which a product may have */
export async function keepImage(picture: Blob): Promise<string> {
  const headers = { 'content-type': picture.type }
  const { body } = await request('POST', '/manage/images', { body: picture, headers })
  return (body as KeptImage).imageUrl
}

/** A picture in the shop's own data. */
export const loadImage = (imageUrl: string): Promise<Blob> =>
  download(imageUrl.slice(PLACE.length), { isForGood: true })

/** Skus that are asked for at once; an address holds no more where they are long. */
const AT_ONCE = 20

/** The pictures of products by their skus, without those that have none. */
export async function findProductImages(
  skus: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < skus.length; start += AT_ONCE) {
    const query = new URLSearchParams(skus.slice(start, start + AT_ONCE).map((sku) => ['sku', sku]))
    const { images } = await get<ProductImagesAnswer>(`/products/images?${query.toString()}`, {}, signal)
    for (const { imageUrl, sku } of images) found.set(sku, imageUrl)
  }
  return found
}
