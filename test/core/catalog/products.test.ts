import { describe, expect, it } from 'vitest'
import { ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import { ManagedProduct, ManagedProductsAnswer } from '../../../core/catalog/manage/product.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { forgetStockIn } from '../../support/stock.ts'
import { statementsOf } from '../../support/statements.ts'

const shop = sharedShop()

const find = async (
  clerk: Clerk,
  search: string,
  more: { priceGroup?: string; cultureCode?: string } = {},
) => {
  const query = {
    cultureCode: more.cultureCode ?? clerk.cultureCode,
    priceGroupId: await clerk.priceGroup(more.priceGroup),
    search,
  }
  return (await clerk.get('/products', query)).ok(ProductsAnswer).products
}

describe('finding products (extension)', () => {
  it('answers everything that the price group sells, by sku, with exactly these fields', async () => {
    const clerk = await shop().as('storefront')
    const products = await clerk.products({ maxItems: 1000 })
    for (const product of products) {
      expect(fieldsOf(product)).toStrictEqual(
        [
          'sku',
          'variantSku',
          'barcode',
          'name',
          'catalogId',
          'imageUrl',
          'price',
          'taxRate',
          'currency',
          'inStock',
        ].sort(),
      )
      expect(product.currency).toBe('EUR')
    }
    const skus = products.map(({ sku }) => sku)
    expect(skus.toSorted()).toStrictEqual(skus)
  })

  it('takes a scanned barcode, a variant sku or a sku typed whole, and answers that alone', async () => {
    const clerk = await shop().as('storefront')
    const all = await clerk.products({ maxItems: 50 })
    const product = all.find(({ variantSku }) => variantSku !== null)
    if (!product) throw new Error('There are no variants.')
    expect(await find(clerk, product.barcode ?? '')).toStrictEqual([product])
    expect(await find(clerk, ` ${product.barcode ?? ''} `)).toStrictEqual([product])
    expect(await find(clerk, product.variantSku ?? '')).toStrictEqual([product])
    for (const pasted of [`SKU: ${product.variantSku}`, `EAN ${product.barcode}`, `“${product.variantSku}”,`])
      expect(await find(clerk, pasted)).toStrictEqual([product])
    expect(await find(clerk, product.sku)).toStrictEqual(all.filter(({ sku }) => sku === product.sku))
  })

  it('says of a further barcode that is searched for that it is the one of what has it, in any case', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    const manager = own.withToken(await own.tokenOf(await own.register({ scope: 'manage' })))
    const price = { priceGroupId: await clerk.priceGroup(), price: 5 }
    const body = {
      sku: 'TWICE',
      names: { 'en-GB': 'Sold in two packings' },
      catalogId: await clerk.catalog('Knitwear'),
      taxRate: 0.25,
      variants: [
        { variantSku: 'TWICE-M', barcodes: ['2109900000017', '2109900000024', 'CODE-39'], prices: [price] },
        { variantSku: 'TWICE-L', barcodes: ['2109900000031'], prices: [price] },
      ],
    }
    ;(await manager.post('/manage/products', body)).ok(ManagedProduct)
    const named = async (search: string) =>
      (await find(clerk, search)).map(({ variantSku, barcode }) => [variantSku, barcode])
    expect(await named('2109900000017')).toStrictEqual([['TWICE-M', '2109900000017']])
    expect(await named(' 2109900000024 ')).toStrictEqual([['TWICE-M', '2109900000024']])
    expect(await named('code-39')).toStrictEqual([['TWICE-M', 'CODE-39']])
    const first = [
      ['TWICE-M', '2109900000017'],
      ['TWICE-L', '2109900000031'],
    ]
    expect(await named('TWICE')).toStrictEqual(first)
    expect(await named('code')).toStrictEqual(first.slice(0, 1))
    expect(await named('two packings')).toStrictEqual(first)
  })

  it('takes a barcode with the gaps that are printed under it, and with or without the zeros in front', async () => {
    const own = await openShop()
    const clerk = await own.as('storefront')
    const manager = own.withToken(await own.tokenOf(await own.register({ scope: 'manage' })))
    const price = { priceGroupId: await clerk.priceGroup(), price: 5 }
    const catalogId = await clerk.catalog('Knitwear')
    const add = async (sku: string, barcodes: string[]) =>
      (
        await manager.post('/manage/products', {
          sku,
          names: { 'en-GB': `Coded ${sku}` },
          catalogId,
          taxRate: 0.25,
          variants: [{ variantSku: null, barcodes, prices: [price] }],
        })
      ).ok(ManagedProduct)
    await add('EAN', ['4006381333931'])
    await add('UPC', ['2109900000017', '036000291452'])
    await add('UPC-AS-EAN', ['0012345678905'])
    await add('CUT-BY-A-SPREADSHEET', ['75678164125'])
    await add('SHORT', ['40170725'])
    await add('LONG', ['14006381333938'])
    await add('00123', [])
    const found = async (search: string) =>
      (await find(clerk, search)).map(({ sku, barcode }) => [sku, barcode])
    const codes: Record<string, [string, string, string[]]> = {
      ean: [
        'EAN',
        '4006381333931',
        ['4 006381 333931', '4-006381-333931', '04006381333931', '４００６３８１３３３９３１'],
      ],
      upc: ['UPC', '036000291452', ['0 36000 29145 2', '0036000291452', '36000291452', '00036000291452']],
      upcAsEan: ['UPC-AS-EAN', '0012345678905', ['012345678905', '0 12345 67890 5']],
      cut: ['CUT-BY-A-SPREADSHEET', '75678164125', ['075678164125', '0075678164125']],
      short: ['SHORT', '40170725', ['4017 0725', '00000040170725']],
      long: ['LONG', '14006381333938', ['1 40 06381 33393 8']],
    }
    for (const [sku, barcode, searches] of Object.values(codes))
      for (const search of [barcode, ...searches]) {
        expect([search, await found(search)]).toStrictEqual([search, [[sku, barcode]]])
        const managed = (await manager.get('/manage/products', { search })).ok(ManagedProductsAnswer)
        expect([search, managed.products.map((product) => product.sku)]).toStrictEqual([search, [sku]])
      }
    // What has the very code is it, whatever else the code may be spelled for.
    await add('VERY', ['36000291452'])
    expect(await found('36000291452')).toStrictEqual([['VERY', '36000291452']])
    expect(await found('036000291452')).toStrictEqual([['UPC', '036000291452']])
    // The zeros of what is no barcode are its own.
    for (const search of ['123', '000123', '4006381333932', '4 006381'])
      expect(await found(search)).toStrictEqual([])
  })

  it('takes the beginning of a sku, in any case', async () => {
    const clerk = await shop().as('storefront')
    const found = await find(clerk, 'ap-')
    expect(found.length).toBeGreaterThan(2)
    for (const { sku } of found) expect(sku).toMatch(/^AP-/)
    expect(await find(clerk, 'ap-fis-n')).toStrictEqual(
      (await find(clerk, 'AP-FIS')).filter(({ variantSku }) => variantSku?.startsWith('AP-FIS-N')),
    )
  })

  it('takes beginnings of words of the name, all of them, in any order and any culture', async () => {
    const clerk = await shop().as('storefront')
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const words = product.name.split(/[ ,]+/)
    const beginnings = words
      .map((word) => word.slice(0, 4).toUpperCase())
      .reverse()
      .join('  ')
    expect(await find(clerk, beginnings)).toContainEqual(product)
    for (const found of await find(clerk, words[0] ?? '')) {
      expect(found.name.toLowerCase()).toContain((words[0] ?? '').toLowerCase())
    }
    const [danish] = await find(clerk, product.variantSku ?? product.sku, { cultureCode: 'da-DK' })
    expect(await find(clerk, danish?.name ?? '')).toContainEqual(product)
    expect(await find(clerk, `${words[0] ?? ''} nosuchword`)).toStrictEqual([])
  })

  it('takes what a word of the name is made of, at the counter and among what is managed', async () => {
    const clerk = await shop().as('storefront')
    const manager = shop().withToken(await shop().tokenOf(await shop().register({ scope: 'manage' })))
    const skusOf = async (search: string) =>
      [...new Set((await find(clerk, search, { cultureCode: 'de-DE' })).map(({ sku }) => sku))].toSorted()
    const managed = async (search: string) =>
      (await manager.get('/manage/products', { search }))
        .ok(ManagedProductsAnswer)
        .products.map(({ sku }) => sku)
    const mugs = [...(await skusOf('Emaillebecher')), ...(await skusOf('Steinzeugbecher'))].toSorted()
    expect(mugs.length).toBeGreaterThan(1)
    for (const search of ['becher', 'BECHER', 'beche']) {
      expect(await skusOf(search), search).toStrictEqual(mugs)
      expect(await managed(search), search).toStrictEqual(mugs)
    }
    expect(await skusOf('becher emaille')).toStrictEqual(await skusOf('Emaillebecher'))
    for (const search of ['bec', 'ecer', 'becher nosuchword']) expect(await skusOf(search)).toStrictEqual([])
  })

  it('finds nothing for what is only punctuation or nowhere', async () => {
    const clerk = await shop().as('storefront')
    for (const search of ['%', '---', "' or 1=1 --", 'zzzz', '2100099999999']) {
      expect(await find(clerk, search), search).toStrictEqual([])
    }
    expect(await find(clerk, '  ')).toHaveLength(250)
  })

  it('shows the prices and tax of the price group, inherited or its own', async () => {
    const clerk = await shop().as('storefront')
    const [shopPrice] = await find(clerk, 'AP-FIS-NAV')
    const [germany] = await find(clerk, 'AP-FIS-NAV', { priceGroup: 'Germany, EUR' })
    const [taxFree] = await find(clerk, 'AP-FIS-NAV', { priceGroup: 'Tax-free export' })
    const [kroner] = await find(clerk, 'AP-FIS-NAV', { priceGroup: 'Shop price, DKK' })
    expect(shopPrice).toMatchObject({ price: 29.56, taxRate: 0.25, currency: 'EUR' })
    expect(germany).toMatchObject({ taxRate: 0.19, currency: 'EUR' })
    expect(taxFree).toMatchObject({ price: 29.56, taxRate: 0, currency: 'EUR' })
    expect(kroner).toMatchObject({ price: 223.2, taxRate: 0.25, currency: 'DKK' })
    expect(await find(clerk, 'AP-FIS-NAV', { priceGroup: 'Coffee wholesale, Germany' })).toStrictEqual([])
  })

  it('keeps to one catalog where one is named', async () => {
    const clerk = await shop().as('storefront')
    const catalogId = await clerk.catalog('Coffee & tea')
    const query = { cultureCode: 'en-GB', priceGroupId: await clerk.priceGroup(), catalogId }
    const { products } = (await clerk.get('/products', query)).ok(ProductsAnswer)
    expect(products.length).toBeGreaterThan(3)
    for (const product of products) expect(product.catalogId).toBe(catalogId)
    const nowhere = { ...query, catalogId: '0199a0b0-0000-7000-8000-00000000ffff' }
    expect((await clerk.get('/products', nowhere)).body).toStrictEqual({
      products: [],
      nextPagingToken: null,
    })
  })

  it('asks the database nothing for what is scanned again, until its name has changed, or it is sold no more', async () => {
    const own = await openShop()
    await forgetStockIn(own.dataDir)
    const clerk = await own.as('storefront')
    const manager = own.withToken(await own.tokenOf(await own.register({ scope: 'manage' })))
    const scan = async () => {
      let found: Awaited<ReturnType<typeof find>> = []
      const asked = await statementsOf(async () => (found = await find(clerk, 'EM-ANK-WHT')))
      const [product, ...others] = found
      expect(others).toStrictEqual([])
      return { product, asked: asked.filter((sql) => sql.startsWith('select')) }
    }
    const { product } = await scan()
    expect(product).toMatchObject({ variantSku: 'EM-ANK-WHT' })
    expect(await scan()).toStrictEqual({ product, asked: [] })
    const path = `/manage/products/${product?.sku}`
    ;(await manager.patch(path, { names: { 'en-GB': 'Tin mug' } })).ok(ManagedProduct)
    expect((await scan()).product?.name).toMatch(/^Tin mug/)
    ;(await manager.patch(path, { state: 'retired' })).ok(ManagedProduct)
    expect((await scan()).product).toBeUndefined()
  })

  it('asks nothing but how many there are for what is scanned again in a shop that keeps stock', async () => {
    const clerk = await shop().as('storefront')
    for (const code of ['EM-ANK-WHT', 'WCA-SEJ']) {
      await find(clerk, code)
      const asked = await statementsOf(async () => find(clerk, code))
      expect(asked.filter((sql) => sql.startsWith('select'))).toStrictEqual([
        expect.stringContaining('from "stock_levels"') as unknown,
      ])
    }
  })

  it('gives what one code finds page by page, too', async () => {
    const clerk = await shop().as('storefront')
    const whole = await find(clerk, 'EM-ANK')
    expect(whole.length).toBeGreaterThan(2)
    const priceGroupId = await clerk.priceGroup()
    const query = { cultureCode: clerk.cultureCode, priceGroupId, search: 'EM-ANK', maxItems: 1 }
    const found = []
    for (let token: string | null = ''; token !== null;) {
      const page: ProductsAnswer = (await clerk.get('/products', { ...query, nextPagingToken: token })).ok(
        ProductsAnswer,
      )
      found.push(...page.products)
      token = page.nextPagingToken
    }
    expect(found).toStrictEqual(whole)
  })

  it('shows nothing of another store', async () => {
    const uptown = await shop().as('storefront', 'uptown')
    expect(await find(uptown, 'AP-FIS-NAV')).toStrictEqual([])
    expect(await find(uptown, '2100015500019')).toStrictEqual([])
  })

  it.each([
    [{}, ['cultureCode', 'priceGroupId']],
    [{ cultureCode: 'fr-FR', priceGroupId: '0199a0b0-0000-7000-8000-00000000ffff' }, ['cultureCode']],
    [{ cultureCode: 'en-GB', priceGroupId: '0199a0b0-0000-7000-8000-00000000ffff' }, ['priceGroupId']],
    [
      { cultureCode: 'en-GB', priceGroupId: '1', catalogId: '2', search: 'x'.repeat(513) },
      ['priceGroupId', 'catalogId', 'search'],
    ],
  ])('refuses %o', async (query, fields) => {
    const clerk = await shop().as('storefront')
    expect((await clerk.get('/products', query)).faultyFields('BadRequest').sort()).toStrictEqual(
      fields.toSorted(),
    )
  })
})
