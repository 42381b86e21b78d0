import type { KeptImage, ProductImagesAnswer } from '../../core/catalog/images/image.schema.ts'
import { download, get, request } from './client.ts'

/** Where pictures are that lie in the shop's own data. */
const PLACE = '/api/v1'
const OWN = `${PLACE}/images/`

/** Whether an address is that of a picture in the shop's own data: the console shows no others. */
export const isOwnImage = (imageUrl: string | null | undefined): imageUrl is string =>
  imageUrl?.startsWith(OWN) ?? false

/** What of a product tells its picture. */
export interface Pictured {
  readonly imageUrl: string | null
  readonly variants?: readonly { readonly imageUrl: string | null }[]
}

/** The address of the picture that stands for a product: its own, or else that of the first of its variants that has one. */
export const pictureOf = ({ imageUrl, variants = [] }: Pictured): string | undefined =>
  [imageUrl, ...variants.map((variant) => variant.imageUrl)].find(isOwnImage)

/** Whether any of some products has one: the others then leave its place free. */
export const hasOwnImage = (products: readonly Pictured[]): boolean =>
  products.some((product) => pictureOf(product) !== undefined)

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

/** The pictures of a product and of its variants. */
export type ProductImages = ProductImagesAnswer['images'][number]

/** The pictures of products and of their variants, by the products' skus. */
export async function findProductImages(skus: readonly string[]): Promise<ProductImages[]> {
  const found: ProductImages[] = []
  for (const query of queriesOf(skus))
    found.push(...(await get<ProductImagesAnswer>(`/products/images?${query}`)).images)
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
