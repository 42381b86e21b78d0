import { readFileSync } from 'node:fs'
import { crc32, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageIdIn } from '../../../core/catalog/images/image-address.ts'
import type { Engine } from '../../../core/database/engine.ts'
import { SIDE } from '../../../core/demo/pictures/drawing.ts'
import { drawings, type DrawingName } from '../../../core/demo/pictures/drawings.ts'
import { drawGoods } from '../../../core/demo/pictures/goods-picture.ts'
import { schemeOf } from '../../../core/demo/pictures/shades.ts'
import { digestOf } from '../../drawings/digest.ts'
import { openDemo } from './demo-database.ts'

const PICTURES = new URL('../../../core/demo/pictures/', import.meta.url)
const names = Object.keys(drawings) as DrawingName[]

describe('a drawing', () => {
  it('is of the sheet as it is now', () => {
    const sheet = readFileSync(new URL('goods.svg', PICTURES), 'utf8')
    const made = readFileSync(new URL('drawings.ts', PICTURES), 'utf8')
    expect(made, 'goods.svg has changed: npm run drawings').toContain(digestOf(sheet))
  })

  it.each(names)('%s becomes a PNG whose pixels all have a colour', (name) => {
    const parts = partsOf(drawGoods(name, 'NAV'))
    expect(parts.map(({ type }) => type)).toStrictEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
    const [header, palette, pixels] = parts.map(({ data }) => data)
    expect(header?.readUInt32BE(0)).toBe(SIDE)
    const colours = (palette?.length ?? 0) / 3
    const rows = inflateSync(pixels ?? Buffer.alloc(0))
    expect(rows).toHaveLength((SIDE + 1) * SIDE)
    expect(Math.max(...rows)).toBe(colours - 1)
    // The ground is in it as it is.
    expect([...(palette?.subarray(0, 3) ?? [])]).toStrictEqual(schemeOf('NAV').ground)
  })

  it('is another picture in another colour, and the same in the same', () => {
    expect(drawGoods('jacket', 'RED')).toStrictEqual(drawGoods('jacket', 'RED'))
    expect(drawGoods('jacket', 'RED')).not.toStrictEqual(drawGoods('jacket', 'OLV'))
  })
})

describe('goods of the demo shops', () => {
  let database: Engine
  let close: () => Promise<void>
  beforeAll(async () => ({ database, close } = await openDemo(0)))
  afterAll(async () => close())

  const variantsOf = async (sku: string) =>
    database.reader
      .selectFrom('products as product')
      .innerJoin('variants as variant', 'variant.product_id', 'product.id')
      .select(['variant.variant_sku', 'variant.image_url', 'product.image_url as product_image'])
      .where('product.sku', '=', sku)
      .orderBy('variant.position')
      .execute()

  it('are shown in the colour that is chosen, whatever the size', async () => {
    const jackets = await variantsOf('RJ-AMR')
    const colours = Map.groupBy(jackets, ({ variant_sku }) => variant_sku?.split('-')[2])
    expect([...colours.keys()]).toStrictEqual(['NAV', 'OLV', 'YEL'])
    const shown = [...colours.values()].map((sizes) => new Set(sizes.map(({ image_url }) => image_url)))
    expect(shown.map(({ size }) => size)).toStrictEqual([1, 1, 1])
    expect(new Set(shown.flatMap((one) => [...one])).size).toBe(3)
    expect(jackets[0]?.product_image).toBe(jackets[0]?.image_url)
  })

  it('have pictures that the shop has kept, each once, and nothing else is kept', async () => {
    const goods = await database.reader.selectFrom('products').select('image_url').execute()
    const variants = await database.reader.selectFrom('variants').select('image_url').execute()
    const had = new Set([...goods, ...variants].flatMap(({ image_url }) => imageIdIn(image_url) ?? []))
    const kept = await database.reader.selectFrom('images').select(['id', 'unused_since']).execute()
    expect(new Set(kept.map(({ id }) => id))).toStrictEqual(had)
    expect(kept.filter(({ unused_since }) => unused_since !== null)).toStrictEqual([])
    const without = goods.filter(({ image_url }) => image_url === null)
    expect(without.length).toBeLessThan(goods.length / 20)
  })
})

/** The parts of a PNG, whose checksums hold. */
function partsOf(png: Buffer): { type: string; data: Buffer }[] {
  const parts = []
  let at = 8
  while (at < png.length) {
    const end = at + 8 + png.readUInt32BE(at)
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)))
    parts.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) })
    at = end + 4
  }
  return parts
}
