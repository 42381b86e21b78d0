import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { Overtaken } from '../../database/overtaken.ts'
import { inParts } from '../../database/queries/in-parts.ts'
import { ofStore } from '../../database/queries/of-store.ts'
import { insertUnlessThere, updateRow } from '../../database/queries/prepared.ts'
import type { Author } from '../../history/record-events.ts'
import { timestamp } from '../../kernel/clock.ts'
import { AT_ONCE, type Sweep } from '../../operations/sweep.ts'
import { imageAddress, imageIdIn } from './image-address.ts'
import type { ImageKind } from './image-kind.ts'

/** So long a picture stays that nothing has: somebody may be about to save what they have chosen it for. */
const KEPT_MS = 24 * 3_600_000

/**
 * Keeps a picture. The same one is kept once for a store: its id stands for both.
 * @returns its id
 * @throws Overtaken where it is deleted, or kept, at this moment
 */
export async function keepImage(
  db: WriteDb,
  { now, storeId }: Pick<Author, 'now' | 'storeId'>,
  kind: ImageKind,
  bytes: Buffer,
): Promise<string> {
  const id = createHash('sha256').update(`${storeId}\n`).update(bytes).digest('base64url')
  const since = timestamp(now)
  const { numUpdatedRows } = await db
    .updateTable('images')
    // One that something has stays as it is.
    .set({ unused_since: sql`case when unused_since is null then null else ${since} end` })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return id
  const row = { id, store_id: storeId, content_type: kind, unused_since: since, bytes }
  if (!(await insertUnlessThere(db, 'images', row))) throw new Overtaken()
  return id
}

/** A picture of a store, as it came. */
export const findImage = async (db: ReadDb, storeId: string, id: string) =>
  db
    .selectFrom('images')
    .select(['content_type', 'bytes'])
    .where('id', '=', id)
    .where(ofStore('store_id', storeId))
    .executeTakeFirst()

/** The pictures of a product and of its variants, where there are any. */
interface ProductImages {
  readonly sku: string
  readonly imageUrl: string | null
  readonly variants: { readonly variantSku: string | null; readonly imageUrl: string }[]
}

/** The pictures of products and of their variants, by the products' skus. */
export async function findProductImages(
  db: ReadDb,
  storeId: string,
  skus: readonly string[],
): Promise<ProductImages[]> {
  const rows = await db
    .selectFrom('products as product')
    .leftJoin('variants as variant', (join) =>
      join.onRef('variant.product_id', '=', 'product.id').on('variant.image_url', 'is not', null),
    )
    .select(['product.sku', 'product.image_url', 'variant.variant_sku', 'variant.image_url as variant_image'])
    .where('product.store_id', '=', storeId)
    .where('product.sku', 'in', skus)
    .where((of) => of.or([of('product.image_url', 'is not', null), of('variant.image_url', 'is not', null)]))
    .orderBy('product.sku')
    .orderBy('variant.position')
    .execute()
  return [...Map.groupBy(rows, ({ sku }) => sku)].map(([sku, images]) => ({
    sku,
    imageUrl: images[0]?.image_url ?? null,
    variants: images.flatMap(({ variant_image, variant_sku }) =>
      variant_image === null ? [] : [{ variantSku: variant_sku, imageUrl: variant_image }],
    ),
  }))
}

/** Which pictures of a store there are. */
export async function findImages(
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await inParts(ids, async (some) =>
    db.selectFrom('images').select('id').where('store_id', '=', storeId).where('id', 'in', some).execute(),
  )
  return new Set(rows.map(({ id }) => id))
}

/** The addresses of the pictures that something has had, and of those that it has now. */
export interface ImageChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Notes which pictures are in use now, and which may no longer be.
 * @throws Overtaken where one was deleted since it was looked for
 */
export async function noteImages(db: WriteDb, now: Date, changes: readonly ImageChange[]): Promise<void> {
  const idsOf = (addresses: readonly string[]): Set<string> =>
    new Set(addresses.flatMap((address) => imageIdIn(address) ?? []))
  const since = timestamp(now)
  const left = changes.flatMap(({ after, before }) => before.filter((each) => !after.includes(each)))
  for (const id of idsOf(left)) await updateRow(db, 'images', id, { unused_since: since })
  const taken = changes.flatMap(({ after, before }) => after.filter((each) => !before.includes(each)))
  for (const id of idsOf(taken)) await take(db, id)
}

async function take(db: WriteDb, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('images')
    .set({ unused_since: null })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Overtaken()
}

/** Deletes pictures that nothing has had for a day. */
export const sweepImages: Sweep = async (db, now) => {
  const before = timestamp(new Date(now.getTime() - KEPT_MS))
  const old = await db
    .selectFrom('images')
    .select('id')
    .where('unused_since', '<', before)
    .orderBy('unused_since')
    .limit(AT_ONCE)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  // Another product, or variant, may have what one has left.
  const addresses = ids.map(imageAddress)
  const having = await db
    .selectFrom('products')
    .select('image_url')
    .where('image_url', 'in', addresses)
    .union(db.selectFrom('variants').select('image_url').where('image_url', 'in', addresses))
    .execute()
  const used = new Set(having.flatMap(({ image_url }) => imageIdIn(image_url) ?? []))
  const [kept, unused] = [ids.filter((id) => used.has(id)), ids.filter((id) => !used.has(id))]
  // Both looked at again where a product takes or leaves one at this moment, which it has noted in its row.
  if (kept.length > 0)
    await db
      .updateTable('images')
      .set({ unused_since: null })
      .where('id', 'in', kept)
      .where('unused_since', '<', before)
      .execute()
  if (unused.length > 0)
    await db.deleteFrom('images').where('id', 'in', unused).where('unused_since', '<', before).execute()
  return old.length
}
