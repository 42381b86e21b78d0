import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { sweepImages } from '../../../core/catalog/images/image.repository.ts'
import { KeptImage, ProductImagesAnswer } from '../../../core/catalog/images/image.schema.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import { ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import type { Clerk } from '../../support/clerk.ts'
import { temporaryDir } from '../../support/core.ts'
import { storedRows } from '../../support/data.ts'
import { ownShop } from '../../support/own-shop.ts'
import { aPicture } from '../../support/pictures.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const DAY = 24 * 3600

const PNG = { 'content-type': 'image/png' }
const keep = async (manager: Clerk, picture: Uint8Array<ArrayBuffer> = aPicture(), headers = {}) =>
  manager.post('/manage/images', picture, { headers: { ...PNG, ...headers } })
const kept = async (manager: Clerk, picture?: Uint8Array<ArrayBuffer>): Promise<KeptImage> =>
  (await keep(manager, picture)).ok(KeptImage)

const showIn = async (manager: Clerk, sku: string, imageUrl: string | null) =>
  manager.patch(`/manage/products/${sku}`, { imageUrl })

async function aProduct(
  manager: Clerk,
  sku: string,
  imageUrl: string | null = null,
): Promise<ManagedProduct> {
  const prices = [{ priceGroupId: await manager.priceGroup(), price: 10 }]
  const body = { sku, names: { 'en-GB': sku }, imageUrl, variants: [{ prices }] }
  return (await manager.post('/manage/products', body)).ok(ManagedProduct)
}

const behind = (imageUrl: string): string => imageUrl.replace('/api/v1', '')

describe('a picture', () => {
  it('is kept as it came, and shown for good, as nothing but a picture', async () => {
    const own = await openShop()
    const token = await own.tokenOf(own.credentials('admin'))
    const picture = aPicture()
    const { id, imageUrl } = await kept(own.withToken(token), picture)
    expect(imageUrl).toBe(`/api/v1/images/${id}`)
    const origin = await own.listen()
    const answer = await fetch(origin + imageUrl, { headers: { authorization: `Bearer ${token}` } })
    expect(Buffer.from(await answer.arrayBuffer())).toStrictEqual(picture)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  it('is kept once, however often it comes, and by each store for itself', async () => {
    const manager = await shop().as('admin')
    const picture = aPicture()
    const first = await kept(manager, picture)
    expect(await kept(manager, picture)).toStrictEqual(first)
    expect(await kept(await shop().as('admin', 'uptown'), picture)).not.toStrictEqual(first)
    expect(await kept(manager, aPicture())).not.toStrictEqual(first)
  })

  it('of the same key is answered the same, and another with it is refused', async () => {
    const manager = await shop().as('admin')
    const [key, picture] = [{ 'idempotency-key': 'picture' }, aPicture()]
    const first = (await keep(manager, picture, key)).ok(KeptImage)
    const again = await keep(manager, picture, key)
    expect([again.ok(KeptImage), again.headers['idempotent-replayed']]).toStrictEqual([first, 'true'])
    ;(await keep(manager, aPicture(), key)).refused('Conflict')
  })

  it('is what its bytes say, whatever it is called; what is none is refused', async () => {
    const manager = await shop().as('admin')
    const begins: Record<string, string> = {
      'image/jpeg': '\xff\xd8\xff\xe0',
      'image/webp': 'RIFF\0\0\0\0WEBPVP8 ',
      'image/gif': 'GIF89a',
      'image/avif': '\0\0\0\x20ftypavif',
    }
    for (const [type, bytes] of Object.entries(begins)) {
      const { imageUrl } = await kept(manager, Buffer.from(bytes, 'latin1'))
      expect((await manager.get(behind(imageUrl))).headers['content-type']).toBe(type)
    }
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'RIFF', ' ']) {
      const refusal = (await keep(manager, Buffer.from(bytes))).refused('BadRequest')
      expect(refusal).toStrictEqual(['The body is no picture: PNG, JPEG, WebP, GIF or AVIF.'])
    }
    ;(await manager.post('/manage/images', '', { headers: PNG })).refused('BadRequest')
    ;(await manager.post('/manage/images')).refused('BadRequest')
    const svg = { headers: { 'content-type': 'image/svg+xml' } }
    for (const answer of [
      await manager.post('/manage/images', { a: 1 }),
      await manager.post('/manage/images', '<svg/>', svg),
    ])
      expect(answer.refused('UnsupportedMediaType')).toStrictEqual([
        'The body must come as what it is: Content-Type: image/png, or image/jpeg, or image/webp, or image/gif, or image/avif.',
      ])
  })

  it('of more than 512 KiB is refused', async () => {
    const manager = await shop().as('admin')
    const most = Buffer.alloc(512 * 1024, aPicture())
    expect((await keep(manager, most)).status).toBe(200)
    const more = await keep(manager, Buffer.alloc(512 * 1024 + 1, aPicture()))
    expect(more.refused('PayloadTooLarge')).toStrictEqual(['The body is larger than 512 KiB.'])
  })

  it('is kept by whoever manages the shop, and by nobody else', async () => {
    ;(await keep(await shop().as('staff'))).refused('Forbidden')
    ;(await shop().anyone.post('/manage/images', aPicture(), { headers: PNG })).refused('BadRequest')
  })

  it('is shown to whoever may read what is sold, or looks orders up, and to no other store', async () => {
    const path = behind((await kept(await shop().as('admin'))).imageUrl)
    for (const scope of ['storefront', 'support', 'staff'] as const)
      expect((await (await shop().as(scope)).get(path)).status).toBe(200)
    ;(await shop().anyone.get(path)).refused('BadRequest')
    ;(await (await shop().as('price')).get(path)).refused('Forbidden')
    const elsewhere = await shop().as('admin', 'uptown')
    for (const one of [path, '/images/x', `/images/${'A'.repeat(400)}`])
      (await elsewhere.get(one)).refused('NotFound')
  })
})

describe('the picture of a product', () => {
  it('is one of this shop’s, or any address of the web', async () => {
    const manager = await shop().as('admin')
    const { imageUrl } = await kept(manager)
    expect((await aProduct(manager, 'PIC-1', imageUrl)).imageUrl).toBe(imageUrl)
    const another = (await kept(await shop().as('admin', 'uptown'))).imageUrl
    for (const address of [another, '/api/v1/images/', '/api/v1/images/none', '/images/1', 'ftp://x/1.png'])
      expect((await showIn(manager, 'PIC-1', address)).faultyFields('BadRequest')).toStrictEqual(['imageUrl'])
    expect((await showIn(manager, 'PIC-1', another)).refused('BadRequest')).toStrictEqual([
      'imageUrl: there is no such picture in the data of this shop',
    ])
    expect((await showIn(manager, 'PIC-1', 'https://shop.example/1.png')).status).toBe(200)
  })

  it('is found at the counter, and by the skus of what is in a cart or an order', async () => {
    const manager = await shop().as('admin')
    const { imageUrl } = await kept(manager)
    await aProduct(manager, 'PIC,2', imageUrl)
    await aProduct(manager, 'PIC-3')
    const clerk = await shop().as('storefront')
    const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), search: 'PIC,2' }
    expect((await clerk.get('/products', query)).ok(ProductsAnswer).products).toMatchObject([{ imageUrl }])
    for (const scope of ['storefront', 'support', 'staff'] as const) {
      const asked = await (await shop().as(scope)).get('/products/images?sku=PIC%2C2&sku=PIC-3&sku=none')
      expect(asked.ok(ProductImagesAnswer)).toStrictEqual({
        images: [{ sku: 'PIC,2', imageUrl, variants: [] }],
      })
    }
    expect((await clerk.get('/products/images', { sku: 'PIC-3' })).body).toStrictEqual({ images: [] })
    expect((await clerk.get('/products/images')).faultyFields('BadRequest')).toStrictEqual(['sku'])
    const many = Array.from({ length: 101 }, (_, n) => `sku=${n}`).join('&')
    expect((await clerk.get(`/products/images?${many}`)).faultyFields('BadRequest')).toContain('sku')
  })
})

describe('the picture of a variant', () => {
  const withVariants = async (manager: Clerk, sku: string, images: Record<string, string | null>) => {
    const prices = [{ priceGroupId: await manager.priceGroup(), price: 10 }]
    const variants = Object.entries(images).map(([colour, imageUrl]) => ({
      variantSku: `${sku}-${colour}`,
      imageUrl,
      prices,
    }))
    const body = { sku, names: { 'en-GB': sku }, variants }
    return (await manager.post('/manage/products', body)).ok(ManagedProduct)
  }

  it('stands for it wherever it is sold, and that of the product for all others', async () => {
    const manager = await shop().as('admin')
    const [kite, blue] = [(await kept(manager)).imageUrl, (await kept(manager)).imageUrl]
    await withVariants(manager, 'KITE', { BLUE: blue, RED: null })
    await withVariants(manager, 'BARE', { BLUE: blue, RED: null })
    await showIn(manager, 'KITE', kite)
    const clerk = await shop().as('storefront')
    const sold = async (search: string) => {
      const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), search }
      return (await clerk.get('/products', query)).ok(ProductsAnswer).products.map((each) => each.imageUrl)
    }
    expect(await sold('KITE')).toStrictEqual([blue, kite])
    expect(await sold('KITE-RED')).toStrictEqual([kite])
    expect(await sold('BARE')).toStrictEqual([blue, null])
    expect((await clerk.get('/products/images?sku=KITE&sku=BARE')).ok(ProductImagesAnswer)).toStrictEqual({
      images: [
        { sku: 'BARE', imageUrl: null, variants: [{ variantSku: 'BARE-BLUE', imageUrl: blue }] },
        { sku: 'KITE', imageUrl: kite, variants: [{ variantSku: 'KITE-BLUE', imageUrl: blue }] },
      ],
    })

    // One that is named changes; what is not named stays.
    const change = { variants: [{ variantSku: 'KITE-RED', imageUrl: kite }] }
    await manager.patch('/manage/products/KITE', change)
    await manager.patch('/manage/products/KITE', { imageUrl: null, variants: [{ variantSku: 'KITE-BLUE' }] })
    expect(await sold('KITE')).toStrictEqual([blue, kite])
    // Written as a whole it has what the body has.
    const whole = (await manager.get('/manage/products/KITE')).ok(ManagedProduct)
    expect(whole.variants.map(({ imageUrl }) => imageUrl)).toStrictEqual([blue, kite])
    const [first, second] = whole.variants
    const put = { ...whole, variants: [first, { ...second, imageUrl: undefined }] }
    await manager.put('/manage/products/KITE', put)
    expect(await sold('KITE')).toStrictEqual([blue, null])
  })

  it('is one of this shop’s, or any address of the web; what is wrong with it is said at its variant', async () => {
    const manager = await shop().as('admin')
    const another = (await kept(await shop().as('admin', 'uptown'))).imageUrl
    await withVariants(manager, 'FAULT', { A: null, B: 'https://shop.example/b.png' })
    for (const imageUrl of [another, '/api/v1/images/none', 'javascript:alert(1)']) {
      const change = { variants: [{ variantSku: 'FAULT-B' }, { variantSku: 'FAULT-A', imageUrl }] }
      const answer = await manager.patch('/manage/products/FAULT', change)
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['variants.0.imageUrl'])
    }
  })
})

describe('a picture that nothing has', () => {
  const LOOKS = { first: 3_600_000, every: 100 }
  const ids = async (dataDir: string): Promise<string[]> =>
    ((await storedRows(dataDir, 'images')) as { id: string }[]).map(({ id }) => id).sort()

  it('is deleted after a day, and one that a product has is not, though another has left it', async () => {
    const own = await openShop({ looks: LOOKS })
    const ofDemo = new Set(await ids(own.dataDir))
    const added = async (): Promise<string[]> => (await ids(own.dataDir)).filter((id) => !ofDemo.has(id))
    const manager = await own.as('admin')
    const [chosen, shared, left, unused, late] = [
      await kept(manager),
      await kept(manager),
      await kept(manager),
      await kept(manager),
      aPicture(),
    ]
    await kept(manager, late)
    await aProduct(manager, 'A', chosen.imageUrl)
    await aProduct(manager, 'B', shared.imageUrl)
    await aProduct(manager, 'C', shared.imageUrl)
    await aProduct(manager, 'D', left.imageUrl)
    await showIn(manager, 'B', null)
    await showIn(manager, 'D', 'https://shop.example/d.png')
    // A product has left it, and its variant has it.
    const variant = await kept(manager)
    await aProduct(manager, 'E', variant.imageUrl)
    const ofVariant = async (imageUrl: string | null) => {
      const prices = [{ priceGroupId: await manager.priceGroup(), price: 10 }]
      return { variants: [{ imageUrl, prices }] }
    }
    await manager.patch('/manage/products/E', { imageUrl: null, ...(await ofVariant(variant.imageUrl)) })
    own.clock.advance(DAY - 60)
    // Comes again at the last moment: somebody is about to save it.
    const again = await kept(await own.as('admin'), late)
    own.clock.advance(120)
    await vi.waitFor(
      async () => expect(await added()).toStrictEqual([chosen.id, shared.id, again.id, variant.id].sort()),
      20_000,
    )
    const later = await own.as('admin')
    ;(await showIn(later, 'A', unused.imageUrl)).refused('BadRequest')

    // What no product has any more goes, too: changed, or deleted.
    await showIn(later, 'C', again.imageUrl)
    await later.delete('/manage/products/A')
    await later.patch('/manage/products/E', await ofVariant(null))
    own.clock.advance(DAY + 60)
    await vi.waitFor(async () => expect(await added()).toStrictEqual([again.id]), 20_000)
  })

  it('is deleted or had by a product that takes it at that moment, and never both', async () => {
    const { beside, owner, storeId } = await ownShop()
    const skus = Array.from({ length: 24 }, (_, n) => `RACE-${n}`)
    const file = ['sku,name,price', ...skus.map((sku) => `${sku},${sku},10`)].join('\n')
    const path = join(await temporaryDir(), 'products.csv')
    await writeFile(path, file)
    await beside(async (engine) => {
      const author = { storeId, name: 'Ida', now: new Date() }
      await importFile(engine, { path, author, kind: 'products', isDryRun: false })
      const tomorrow = new Date(Date.now() + (DAY + 60) * 1000)
      const outcomes = await Promise.all(
        skus.map(async (sku) => {
          const picture = { headers: PNG }
          const { imageUrl } = (await owner.post('/manage/images', aPicture(), picture)).ok(KeptImage)
          const [taken] = await Promise.all([
            owner.patch(`/manage/products/${sku}`, { imageUrl }),
            engine.transact(async (db) => sweepImages(db, tomorrow)),
          ])
          const has = (await owner.get(`/manage/products/${sku}`)).ok(ManagedProduct).imageUrl
          return [taken.status, has === imageUrl, (await owner.get(behind(imageUrl))).status]
        }),
      )
      const sound = [
        [200, true, 200],
        [400, false, 404],
      ]
      for (const outcome of outcomes) expect(sound).toContainEqual(outcome)
    })
  })
})
