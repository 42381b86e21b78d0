import { describe, expect, it } from 'vitest'
import { ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { ManagedCatalog } from '../../../core/catalog/manage/catalog.schema.ts'
import { ManagedProduct, ManagedProductsAnswer } from '../../../core/catalog/manage/product.schema.ts'
import { giftCardGoods } from '../../../core/catalog/product.repository.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { idAt } from '../../../core/kernel/ids.ts'
import { RecordRemoved } from '../../../core/records/record.schema.ts'
import { findStoreByCode } from '../../../core/stores/store.repository.ts'
import type { Query } from '../../support/caller.ts'
import type { Clerk } from '../../support/clerk.ts'
import { fieldsOf } from '../../support/answer.ts'
import { inDatabase } from '../../support/data.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** The body of a product with two variants, of a sku of its own. */
async function aProduct(manager: Clerk, sku: string, fields: object = {}) {
  const priceGroupId = await manager.priceGroup()
  return {
    sku,
    names: { 'en-GB': `Oilskin ${sku}`, 'da-DK': `Oliejakke ${sku}` },
    descriptions: { 'en-GB': '<p>Keeps <b>dry</b>.</p>' },
    imageUrl: 'https://shop.example/oilskin.jpg',
    catalogId: await manager.catalog('Knitwear'),
    taxRate: 0.25,
    variants: [
      {
        variantSku: `${sku}-M`,
        options: [
          { name: 'Size', value: 'M' },
          { name: 'Colour', value: 'Navy' },
        ],
        barcodes: [`${sku}-1`, `${sku}-2`],
        prices: [{ priceGroupId, price: 99.95 }],
      },
      { variantSku: `${sku}-L`, names: { 'en-GB': 'Large' }, prices: [{ priceGroupId, price: 104 }] },
    ],
    ...fields,
  }
}

const create = async (manager: Clerk, sku: string, fields?: object): Promise<ManagedProduct> =>
  (await manager.post('/manage/products', await aProduct(manager, sku, fields))).ok(ManagedProduct)

const read = async (clerk: Clerk, sku: string) => {
  const answer = await clerk.get(`/manage/products/${encodeURIComponent(sku)}`)
  return { product: answer.ok(ManagedProduct), etag: answer.headers.etag ?? '' }
}

it('may have as many variants and barcodes as its schema allows', async () => {
  const manager = await shop().as('admin')
  const variants = Array.from({ length: 2000 }, (_, index) => ({
    variantSku: `ALL-${index}`,
    barcodes: Array.from({ length: 20 }, (_, place) => `${index}-${place}`),
  }))
  const made = (await manager.post('/manage/products', { ...(await aProduct(manager, 'ALL')), variants })).ok(
    ManagedProduct,
  )
  expect(made.variants.at(-1)?.barcodes).toHaveLength(20)
  const before = variants.map(({ variantSku }) => ({ variantSku }))
  expect(
    (await manager.put('/manage/products/ALL', { ...(await aProduct(manager, 'ALL')), variants: before }))
      .status,
  ).toBe(200)
  expect((await manager.delete('/manage/products/ALL')).status).toBe(200)
})

const atCounter = async (clerk: Clerk, search: string) =>
  (await clerk.get('/products', { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), search })).ok(
    ProductsAnswer,
  ).products

describe('a product of the shop’s own', () => {
  it('is added with its variants and prices, answered whole, and sold at once by any of its codes', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager, 'OIL 1/ä')
    expect(fieldsOf(made)).toStrictEqual([
      'catalogId',
      'descriptions',
      'id',
      'imageUrl',
      'isGiftCard',
      'names',
      'sku',
      'state',
      'taxRate',
      'taxRateId',
      'variants',
      'version',
    ])
    const [medium, large] = made.variants
    expect(medium).toMatchObject({
      variantSku: 'OIL 1/ä-M',
      names: { 'en-GB': 'M, Navy' },
      barcodes: ['OIL 1/ä-1', 'OIL 1/ä-2'],
      prices: [{ priceGroupId: await manager.priceGroup(), currency: 'EUR', price: 99.95 }],
    })
    expect(large?.names).toStrictEqual({ 'en-GB': 'Large' })
    const season = await manager.priceGroup('Season, EUR')
    const inherited = medium?.inheritedPrices.find(({ priceGroupId }) => priceGroupId === season)
    expect(inherited).toMatchObject({ price: 99.95, inheritedFrom: await manager.priceGroup() })
    expect(await read(manager, 'OIL 1/ä')).toStrictEqual({ product: made, etag: '"1"' })
    expect(await read(manager, made.id.toUpperCase())).toStrictEqual({ product: made, etag: '"1"' })
    for (const code of ['OIL 1/ä-1', 'OIL 1/ä-2', 'OIL 1/ä-M']) {
      const [found, ...others] = await atCounter(manager, code)
      expect(others).toStrictEqual([])
      expect(found).toMatchObject({ name: 'Oilskin OIL 1/ä, M, Navy', price: 99.95, taxRate: 0.25 })
    }
    expect(await atCounter(manager, 'oilskin navy')).toHaveLength(1)
  })

  it('has codes without what nobody sees, as web pages give it along: no other may have the same', async () => {
    const manager = await shop().as('admin')
    const prices = [{ priceGroupId: await manager.priceGroup(), price: 1 }]
    const barcodes = ['\u202a4006381333931\u202c']
    const made = await create(manager, 'SEEN\u00ad-1\u200b', {
      names: { 'en-GB': 'Fisch\u00adsuppen\u00adteller' },
      variants: [{ variantSku: '\ufeffSEEN-1-M', barcodes, prices }],
    })
    expect(made).toMatchObject({
      sku: 'SEEN-1',
      variants: [{ variantSku: 'SEEN-1-M', barcodes: ['4006381333931'] }],
    })
    for (const search of ['SEEN-1', 'SEEN-1-M', '4006381333931', 'Fischsuppenteller'])
      expect((await atCounter(manager, search)).map(({ sku }) => sku)).toStrictEqual(['SEEN-1'])
    const again = await manager.post('/manage/products', await aProduct(manager, 'SEEN-1\u2060'))
    expect(again.faultyFields('BadRequest')).toContain('sku')
    const unseen = await manager.post('/manage/products', await aProduct(manager, '\u200b'))
    expect(unseen.faultyFields('BadRequest')).toContain('sku')
  })

  it('is at the address of its sku, as long as that may be; a longer one is told so', async () => {
    const manager = await shop().as('admin')
    for (const sku of ['s'.repeat(512), 'ß'.repeat(512)]) {
      const made = await create(manager, sku, {
        names: { 'en-GB': 'Long' },
        variants: [{ variantSku: null, prices: [{ priceGroupId: await manager.priceGroup(), price: 1 }] }],
      })
      expect((await read(manager, sku)).product).toStrictEqual(made)
      const { events } = (await manager.get(`/manage/products/${encodeURIComponent(sku)}/events`)).ok(
        RecordEventsAnswer,
      )
      expect(events).toHaveLength(1)
    }
    const longer = await manager.get(`/manage/products/${'s'.repeat(513)}`)
    expect(longer.faultyFields('BadRequest')).toStrictEqual(['sku'])
  })

  it('sent back as it is changes nothing', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager, 'SAME')
    const again = await manager.put('/manage/products/SAME', made)
    expect(again.ok(ManagedProduct)).toStrictEqual(made)
    expect(again.headers.etag).toBe('"1"')
    // A product of the demo, which was not written this way.
    const [demo] = (await manager.get('/manage/products', { maxItems: 1 })).ok(ManagedProductsAnswer).products
    const { product, etag } = await read(manager, demo?.sku ?? '')
    const put = await manager.put(`/manage/products/${product.sku}`, product)
    expect(put.ok(ManagedProduct)).toStrictEqual(product)
    expect(put.headers.etag).toBe(etag)
  })

  it('is changed in part: texts by culture, variants by sku, prices by group', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'PART')
    const [shopPrice, season] = [await manager.priceGroup(), await manager.priceGroup('Season, EUR')]
    const patch = async (body: object) =>
      (await manager.patch('/manage/products/PART', body)).ok(ManagedProduct)
    const changed = await patch({
      names: { 'da-dk': null, 'de-DE': 'Ölzeug' },
      variants: [
        { variantSku: 'PART-L', prices: [{ priceGroupId: season, price: 90 }] },
        { variantSku: 'PART-S', options: [{ name: 'Size', value: 'S' }] },
      ],
    })
    expect(changed.version).toBe(2)
    expect(changed.names).toStrictEqual({ 'en-GB': 'Oilskin PART', 'de-DE': 'Ölzeug' })
    expect(changed.variants.map(({ variantSku }) => variantSku)).toStrictEqual(['PART-M', 'PART-L', 'PART-S'])
    expect(changed.variants[1]?.prices.map(({ price }) => price).sort()).toStrictEqual([104, 90].sort())
    expect(changed.variants[2]?.names).toStrictEqual({ 'en-GB': 'S' })
    const back = await patch({
      variants: [{ variantSku: 'PART-L', prices: [{ priceGroupId: season, price: null }] }],
    })
    expect(back.variants[1]?.prices).toStrictEqual([{ priceGroupId: shopPrice, currency: 'EUR', price: 104 }])
    expect(back.variants[1]?.inheritedPrices).toContainEqual(
      expect.objectContaining({ priceGroupId: season, price: 104, inheritedFrom: shopPrice }),
    )
    const renamed = await patch({ sku: 'PART-NEW' })
    expect(renamed.id).toBe(back.id)
    expect((await manager.get('/manage/products/PART')).status).toBe(404)
    expect((await atCounter(manager, 'PART-NEW')).map(({ variantSku }) => variantSku)).toContain('PART-M')
  })

  it('is found by any word of a name without spaces, and by all of them', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'ALBUM', { names: { 'en-GB': 'フォトアルバム（大）' } })
    for (const search of ['アルバム', 'フォトアルバム 大', 'アル'])
      expect((await atCounter(manager, search)).map(({ sku }) => sku)).toContain('ALBUM')
    expect(await atCounter(manager, 'アルバイト')).toStrictEqual([])
  })

  it('may give a barcode from one of its variants to another', async () => {
    const manager = await shop().as('admin')
    const { variants } = await create(manager, 'SWAP')
    const body = {
      variants: [
        { variantSku: 'SWAP-M', barcodes: [] },
        { variantSku: 'SWAP-L', barcodes: variants[0]?.barcodes },
      ],
    }
    expect((await manager.patch('/manage/products/SWAP', body)).status).toBe(200)
    expect((await atCounter(manager, 'SWAP-1')).map(({ variantSku }) => variantSku)).toStrictEqual(['SWAP-L'])
  })

  it('takes a write only on the version that was seen, and says who has changed what meanwhile', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'TWO')
    const first = await manager.patch(
      '/manage/products/TWO',
      { taxRate: 0.1 },
      { headers: { 'if-match': '"1"' } },
    )
    expect(first.headers.etag).toBe('"2"')
    for (const send of [
      async () => manager.patch('/manage/products/TWO', { taxRate: 0.2 }, { headers: { 'if-match': '"1"' } }),
      async () =>
        manager.put('/manage/products/TWO', await aProduct(manager, 'TWO'), {
          headers: { 'if-match': '"1"' },
        }),
      async () => manager.delete('/manage/products/TWO', { headers: { 'if-match': '"1"' } }),
    ]) {
      const second = await send()
      expect(second.refused('Conflict')[0]).toMatch(/changed in the meantime by .*admin.*: taxRate\./)
      expect(second.headers.etag).toBe('"2"')
    }
    const { events } = (await manager.get('/manage/products/TWO/events')).ok(RecordEventsAnswer)
    expect(events.map(({ kind, version, changes }) => [kind, version, changes])).toStrictEqual([
      ['changed', 2, [{ field: 'taxRate', from: '25 %', to: '10 %' }]],
      ['created', 1, []],
    ])
  })

  it('has a history that tells of its catalog by its name', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'MOVED')
    const names = { 'da-DK': 'Kun på dansk' }
    const danish = (await manager.post('/manage/catalogs', { names })).ok(ManagedCatalog)
    const catalogId = danish.id
    ;(await manager.patch('/manage/products/MOVED', { catalogId })).ok(ManagedProduct)
    const [event] = (await manager.get('/manage/products/MOVED/events')).ok(RecordEventsAnswer).events
    expect(event?.changes).toStrictEqual([{ field: 'catalogId', from: 'Knitwear', to: 'Kun på dansk' }])
  })

  it('may be a gift card, which it is as a whole, and is sold as anything else', async () => {
    const manager = await shop().as('admin')
    const { isGiftCard, variants } = await create(manager, 'CARD')
    expect(isGiftCard).toBe(false)
    const plain = await create(manager, 'NO-CARD')
    const ids = [...variants, ...plain.variants].map(({ id }) => id)
    const cards = async () =>
      inDatabase(shop().dataDir, async (db) => {
        const harbour = await findStoreByCode(db, 'harbour')
        const { isGiftCard: isCard } = await giftCardGoods(db, harbour?.id ?? '')
        return new Set(ids.filter(isCard))
      })
    expect(await cards()).toStrictEqual(new Set())
    const atFirst = await atCounter(manager, 'CARD-M')

    const marked = await manager.patch('/manage/products/CARD', { isGiftCard: true })
    expect(marked.ok(ManagedProduct)).toMatchObject({ isGiftCard: true, version: 2 })
    expect(await atCounter(manager, 'CARD-M')).toStrictEqual(atFirst)
    expect(await cards()).toStrictEqual(new Set(variants.map(({ id }) => id)))
    const [listed] = (await manager.get('/manage/products', { search: 'CARD-M' })).ok(
      ManagedProductsAnswer,
    ).products
    expect(listed).toMatchObject({ sku: 'CARD', isGiftCard: true })
    // What says nothing of it leaves it, and what is sold no more is one still.
    const cartId = await manager.aCart()
    await manager.addLine(cartId, atFirst[0])
    const large = [{ variantSku: 'CARD-L' }]
    const whole = { ...(await aProduct(manager, 'CARD')), variants: large }
    await manager.patch('/manage/products/CARD', { taxRate: 0 })
    await manager.put('/manage/products/CARD', { ...whole, isGiftCard: true, taxRate: 0 })
    expect((await read(manager, 'CARD')).product).toMatchObject({ isGiftCard: true, version: 4 })
    expect(await cards()).toStrictEqual(new Set(variants.map(({ id }) => id)))

    const put = (await manager.put('/manage/products/CARD', { ...whole, taxRate: 0 })).ok(ManagedProduct)
    expect(put).toMatchObject({ isGiftCard: false, version: 5 })
    expect(await cards()).toStrictEqual(new Set())
    const { events } = (await manager.get('/manage/products/CARD/events')).ok(RecordEventsAnswer)
    const marks = events.map(({ changes }) => changes.filter(({ field }) => field === 'isGiftCard'))
    expect(marks).toStrictEqual([
      [{ field: 'isGiftCard', from: 'true', to: 'false' }],
      [],
      [],
      [{ field: 'isGiftCard', from: 'false', to: 'true' }],
      [],
    ])
  })

  it('is deleted where nobody has used it, and retired where somebody has', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'GONE')
    const gone = (await manager.delete('/manage/products/GONE')).ok(RecordRemoved)
    expect(gone).toStrictEqual({ success: true, retired: false })
    expect((await manager.get('/manage/products/GONE')).status).toBe(404)
    await create(manager, 'GONE')

    await create(manager, 'SOLD')
    const cartId = await manager.aCart()
    const [medium] = await atCounter(manager, 'SOLD-M')
    await manager.addLine(cartId, medium)
    // What is left out of the whole and was sold stays for the cart, and is sold no more.
    const { product } = await read(manager, 'SOLD')
    const large = product.variants.filter(({ variantSku }) => variantSku === 'SOLD-L')
    const put = await manager.put('/manage/products/SOLD', { ...product, variants: large })
    expect(put.ok(ManagedProduct).variants).toHaveLength(1)
    expect(await atCounter(manager, 'SOLD-M')).toStrictEqual([])
    expect((await manager.readCart(cartId)).orderLines).toHaveLength(1)
    // It comes back as the one it was.
    const revived = await manager.patch('/manage/products/SOLD', { variants: [{ variantSku: 'SOLD-M' }] })
    expect(revived.ok(ManagedProduct).variants.map(({ id }) => id)).toContain(product.variants[0]?.id)

    const retired = (await manager.delete('/manage/products/SOLD')).ok(RecordRemoved)
    expect(retired).toStrictEqual({ success: true, retired: true })
    expect((await read(manager, 'SOLD')).product.state).toBe('retired')
    expect(await atCounter(manager, 'SOLD')).toStrictEqual([])
    if (!medium) throw new Error('It was not sold.')
    const again = await manager.post(`/carts/${cartId}/lines`, await manager.lineOf(medium))
    expect(again.faultyFields('BadRequest')).toStrictEqual(['sku'])
    await manager.setBilling(cartId)
    const placing = {
      cartId,
      paymentMethodId: await manager.paymentMethod(),
      priceGroupId: await manager.priceGroup(),
      cultureCode: manager.cultureCode,
    }
    expect((await manager.post('/payments', placing)).status).toBe(200)
    expect((await manager.readOrder(cartId)).orderLines[0]?.sku).toBe('SOLD')
  })

  it('is retired where a desk has sold it whose clock is behind that of the one that made it', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    await create(manager, 'EARLY')
    const [goods] = await atCounter(manager, 'EARLY-M')
    const cartId = await manager.aCart()
    await manager.addLine(cartId, goods)
    const early = idAt(0, new Uint8Array(16))
    await runElsewhere(own.dataDir, `update cart_lines set id = '${early}' where cart_id = '${cartId}'`)
    const removed = (await manager.delete('/manage/products/EARLY')).ok(RecordRemoved)
    expect(removed).toStrictEqual({ success: true, retired: true })
  })

  it('is not sold while it is a draft', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'DRAFT', { state: 'draft' })
    expect(await atCounter(manager, 'DRAFT')).toStrictEqual([])
    await manager.patch('/manage/products/DRAFT', { state: 'active' })
    expect(await atCounter(manager, 'DRAFT')).toHaveLength(2)
  })

  it('is refused with every fault by its field, and nothing of it is stored', async () => {
    const manager = await shop().as('admin')
    const other = await create(manager, 'FAULTS')
    const uptown = await shop().as('admin', 'uptown')
    const body = {
      sku: 'FAULTY',
      names: { 'fr-FR': 'Ciré', 'no culture': 'x' },
      imageUrl: 'javascript:alert(1)',
      catalogId: '0199a0b0-0000-7000-8000-00000000ffff',
      variants: [
        {
          barcodes: ['FAULTS-2', 'twice'],
          prices: [{ priceGroupId: await uptown.priceGroup(), price: 1 }],
        },
        { variantSku: 'FAULTS-M', barcodes: ['twice'] },
        { variantSku: 'OWN', names: { 'fr-FR': 'Grand' } },
        { variantSku: 'OWN' },
      ],
    }
    const answer = await manager.post('/manage/products', body)
    const texts = answer.refused('BadRequest')
    for (const field of [
      'names.no culture: is no culture code',
      'names.fr-FR: must be a culture of the store',
      'imageUrl: must be an address',
      'catalogId: there is no such catalog',
      'variants.0.variantSku: is missing',
      'variants.0.barcodes.0: is that of the product FAULTS',
      'variants.0.prices.0.priceGroupId: there is no such price group',
      'variants.1.variantSku: is that of a variant of FAULTS',
      'variants.1.barcodes.0: stands more than once',
      'variants.2.names.fr-FR: must be a culture',
      'variants.3.variantSku: is that of another variant of the product',
    ]) {
      expect(
        texts.some((text) => text.startsWith(field)),
        `${field} in ${texts.join('\n')}`,
      ).toBe(true)
    }
    expect((await manager.get('/manage/products/FAULTY')).status).toBe(404)
    const taken = await manager.post(
      '/manage/products',
      await aProduct(manager, 'FAULTS', { variants: [{}] }),
    )
    expect(taken.faultyFields('BadRequest')).toStrictEqual(['sku'])
    for (const [wrong, field] of [
      [{ sku: ' ' }, 'sku'],
      [{ names: {} }, 'names'],
      [{ variants: [] }, 'variants'],
      [{ taxRate: 1.1 }, 'taxRate'],
      [{ state: 'sold' }, 'state'],
      [{ isGiftCard: 'yes' }, 'isGiftCard'],
      [
        { variants: [{ prices: [{ priceGroupId: await manager.priceGroup(), price: -1 }] }] },
        'variants.0.prices.0.price',
      ],
    ] as const) {
      const refused = await manager.put('/manage/products/FAULTS', {
        ...(await aProduct(manager, 'FAULTS')),
        ...wrong,
      })
      expect(refused.faultyFields('BadRequest')).toStrictEqual([field])
    }
    expect((await read(manager, 'FAULTS')).product).toStrictEqual(other)
  })

  it('that is not sold, or not among what is asked for, hides nothing that its sku is a word of, page by page', async () => {
    const manager = await shop().as('admin')
    const variants = (await aProduct(manager, 'pharos')).variants.slice(0, 1)
    const names = { 'en-GB': 'Pharos lantern' }
    await create(manager, 'pharos', { state: 'retired', variants: [{ ...variants[0], variantSku: null }] })
    for (const sku of ['QL-1', 'QL-2', 'QL-3'])
      await create(manager, sku, { names, variants: [{ ...variants[0], variantSku: null, barcodes: [] }] })
    const lanterns = ['QL-1', 'QL-2', 'QL-3']
    expect((await atCounter(manager, 'pharos')).map(({ sku }) => sku)).toStrictEqual(lanterns)
    // A code with more than letters means nothing else: nobody is sold what begins alike in its place.
    await create(manager, 'QL-11', {
      names,
      variants: [{ ...variants[0], variantSku: null, barcodes: ['QL'] }],
    })
    await manager.patch('/manage/products/QL-1', { state: 'retired' })
    expect(await atCounter(manager, 'QL-1')).toStrictEqual([])
    await manager.patch('/manage/products/QL-1', { state: 'active' })
    await manager.delete('/manage/products/QL-11')
    expect(await atCounter(manager, 'pharos-1')).toStrictEqual([])
    const page = async (query: Query) =>
      (
        await manager.get('/manage/products', { search: 'pharos', state: 'active', maxItems: 2, ...query })
      ).ok(ManagedProductsAnswer)
    const { nextPagingToken, products } = await page({})
    const last = await page({ nextPagingToken: nextPagingToken ?? '' })
    expect([...products, ...last.products].map(({ sku }) => sku)).toStrictEqual(lanterns)
    expect((await page({ state: 'retired' })).products.map(({ sku }) => sku)).toStrictEqual(['pharos'])
    await manager.patch('/manage/products/pharos', { state: 'active' })
    expect((await atCounter(manager, 'pharos')).map(({ sku }) => sku)).toStrictEqual(['pharos'])
  })

  it('is listed by sku, searched as at the counter, page by page', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    for (const sku of ['ZZ-1', 'ZZ-2', 'ZZ-3']) await create(manager, sku)
    await manager.patch('/manage/products/ZZ-3', { state: 'draft' })
    const list = async (query: object) =>
      (await manager.get('/manage/products', { ...query })).ok(ManagedProductsAnswer)
    const skus = async (query: object) => (await list(query)).products.map(({ sku }) => sku)
    expect(await skus({ search: 'oilsk zz' })).toStrictEqual(['ZZ-1', 'ZZ-2', 'ZZ-3'])
    expect(await skus({ search: 'ZZ-2-2' })).toStrictEqual(['ZZ-2'])
    expect(await skus({ search: 'ZZ-1-L' })).toStrictEqual(['ZZ-1'])
    for (const search of [
      'SKU: ZZ-1-L',
      'Art.-Nr. ZZ-1-L',
      '"zz-1-l"',
      'https://shop.example/products/ZZ-1-L',
    ])
      expect(await skus({ search }), search).toStrictEqual(['ZZ-1'])
    expect(await skus({ state: 'draft' })).toStrictEqual(['ZZ-3'])
    expect(
      await skus({ search: 'zz', catalogId: await manager.catalog('Jackets & rainwear') }),
    ).toStrictEqual([])
    const first = await list({ search: 'zz', maxItems: 2 })
    expect(first.products.map(({ sku }) => sku)).toStrictEqual(['ZZ-1', 'ZZ-2'])
    const { nextPagingToken } = first
    expect(await skus({ search: 'zz', maxItems: 2, nextPagingToken })).toStrictEqual(['ZZ-3'])
  })

  it('is found by its id, and by that of a variant, as they are pasted; not in another store', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { id, variants } = await create(manager, 'BY-ID')
    const skus = async (clerk: Clerk, search: string) =>
      (await clerk.get('/manage/products', { search }))
        .ok(ManagedProductsAnswer)
        .products.map(({ sku }) => sku)
    for (const pasted of [
      id,
      `{${id.toUpperCase()}}`,
      ` "${id}"\n`,
      id.replaceAll('-', ''),
      variants[1]?.id ?? '',
    ])
      expect(await skus(manager, pasted), pasted).toStrictEqual(['BY-ID'])
    expect(await skus(await own.as('admin', 'uptown'), id)).toStrictEqual([])
  })

  it('is read by staff and written by who manages the shop; of another store it is not there', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'RIGHTS')
    const clerk = await shop().as('staff')
    expect((await clerk.get('/manage/products/RIGHTS')).status).toBe(200)
    const body = await aProduct(manager, 'RIGHTS')
    for (const refused of [
      await clerk.post('/manage/products', body),
      await clerk.put('/manage/products/RIGHTS', body),
      await clerk.patch('/manage/products/RIGHTS', {}),
      await clerk.delete('/manage/products/RIGHTS'),
      await (await shop().as('storefront')).get('/manage/products'),
    ]) {
      refused.refused('Forbidden')
    }
    const uptown = await shop().as('admin', 'uptown')
    expect((await uptown.get('/manage/products/RIGHTS')).status).toBe(404)
    expect((await uptown.patch('/manage/products/RIGHTS', { taxRate: 0 })).status).toBe(404)
  })
})

describe('a variant that its body names by id', () => {
  it('may have another sku, and stays the one that was sold', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager, 'RENAME')
    const [medium, large] = made.variants
    const renamed = await manager.put('/manage/products/RENAME', {
      ...made,
      variants: [
        { ...medium, variantSku: 'RENAME-L' },
        { ...large, variantSku: 'RENAME-M' },
      ],
    })
    const { variants } = renamed.ok(ManagedProduct)
    expect(variants.map(({ id, variantSku }) => [id, variantSku])).toStrictEqual([
      [medium?.id, 'RENAME-L'],
      [large?.id, 'RENAME-M'],
    ])
    expect((await atCounter(manager, 'RENAME-1')).map(({ variantSku }) => variantSku)).toStrictEqual([
      'RENAME-L',
    ])
  })

  it('is one of the product, once, with a sku that no other has had', async () => {
    const manager = await shop().as('admin')
    const made = await create(manager, 'NAMED')
    const [medium, large] = made.variants
    const put = async (...variants: object[]) => manager.put('/manage/products/NAMED', { ...made, variants })
    const stranger = { ...large, id: made.id }
    expect((await put(medium ?? {}, stranger)).faultyFields('BadRequest')).toStrictEqual(['variants.1.id'])
    const twice = { ...medium, variantSku: 'NAMED-2', barcodes: [] }
    expect((await put(medium ?? {}, twice)).faultyFields('BadRequest')).toStrictEqual(['variants.1.id'])
    const taken = { ...medium, variantSku: 'NAMED-L' }
    expect((await put(taken)).faultyFields('BadRequest')).toStrictEqual(['variants.0.variantSku'])
  })
})
