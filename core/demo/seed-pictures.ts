import { imageAddress } from '../catalog/images/image-address.ts'
import { keepImage } from '../catalog/images/image.repository.ts'
import type { DrawingName } from './pictures/drawings.ts'
import { drawGoods } from './pictures/goods-picture.ts'
import type { Shade } from './pictures/shades.ts'
import type { ShopMaking } from './shop-keys.ts'

/** What goods look like. */
export interface Picture {
  readonly drawing: DrawingName
  readonly shade: Shade
}

/** The address of a picture that was kept, where goods have one. */
export type ImageUrlOf = (picture: Picture | undefined) => string | null

const keyOf = ({ drawing, shade }: Picture): string => `${drawing} ${shade}`

/** Draws and keeps the pictures of goods, once for all that look the same. */
export async function keepPictures(
  { author, db }: ShopMaking,
  pictures: readonly (Picture | undefined)[],
): Promise<ImageUrlOf> {
  const wanted = new Map(pictures.flatMap((picture) => (picture ? [[keyOf(picture), picture] as const] : [])))
  const addresses = new Map<string, string>()
  for (const [key, { drawing, shade }] of wanted)
    addresses.set(key, imageAddress(await keepImage(db, author, 'image/png', drawGoods(drawing, shade))))
  return (picture) => (picture ? (addresses.get(keyOf(picture)) ?? null) : null)
}
