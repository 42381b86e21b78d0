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

/** Letters of an address, which may be no longer than all headers together; skus may be long, and each letter of one three or nine. */
const LONGEST = 8000
/** Skus that are asked for at once. */
const AT_ONCE = 50

/** The pictures of products by their skus, without those that have none. */
export async function findProductImages(skus: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const query of queriesOf(skus)) {
    const { images } = await get<ProductImagesAnswer>(`/products/images?${query}`)
    for (const { imageUrl, sku } of images) found.set(sku, imageUrl)
  }
  return found
}

/** Their addresses, each with as many skus as it takes. */
function queriesOf(skus: readonly string[]): string[] {
  const queries: string[][] = [[]]
  let length = 0
  for (const sku of skus) {
    const part = new URLSearchParams({ sku }).toString()
    const isFull = length + part.length > LONGEST || queries.at(-1)?.length === AT_ONCE
    if (isFull) queries.push([])
    length = isFull ? part.length : length + part.length
    queries.at(-1)?.push(part)
  }
  return queries.filter((parts) => parts.length > 0).map((parts) => parts.join('&'))
}
