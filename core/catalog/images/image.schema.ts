import { Type, type Static } from 'typebox'
import { NAME_LENGTH, Nullable, RequiredText, Text } from '../../http/schema.ts'

/** Bytes: a picture for a screen is a tenth of it. */
export const MAX_IMAGE = 512 * 1024
const MAX_SKUS = 100

/** A picture that was kept. */
export const KeptImage = Type.Object({
  id: Type.String({ description: 'The same for the same picture.' }),
  imageUrl: Type.String({
    description:
      'The `imageUrl` of products and variants that have it. Relative to this API: it holds on every desk.',
  }),
})
export type KeptImage = Static<typeof KeptImage>

export const ImageParams = Type.Object({ imageId: Text(NAME_LENGTH) })

export const ProductImagesQuery = Type.Object({
  sku: Type.Union(
    [RequiredText(NAME_LENGTH), Type.Array(RequiredText(NAME_LENGTH), { maxItems: MAX_SKUS, minItems: 1 })],
    { description: `Of products; may come ${MAX_SKUS} times.` },
  ),
})

/** Pictures of products and of their variants, by the products' skus; of those that have none there is no entry. */
export const ProductImagesAnswer = Type.Object({
  images: Type.Array(
    Type.Object({
      sku: Type.String(),
      imageUrl: Nullable(Type.String()),
      variants: Type.Array(Type.Object({ variantSku: Nullable(Type.String()), imageUrl: Type.String() }), {
        description: 'Those that have a picture of their own; for the others the product’s stands.',
      }),
    }),
  ),
})
export type ProductImagesAnswer = Static<typeof ProductImagesAnswer>
