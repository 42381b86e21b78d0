import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { KeptImage } from '../../core/catalog/images/image.schema.ts'
import { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import type { Clerk } from '../support/clerk.ts'
import { aPicture } from '../support/pictures.ts'
import { attemptTag } from './attempt-tag.ts'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { keepFromCore } from './keep-back.ts'
import { localProgram } from './local-program.ts'

const counter = counterOfDemoShop({ reducedMotion: 'reduce' })
let colleague: Clerk
beforeAll(async () => {
  colleague = await localProgram(counter().core, 'manage')
})
const page = (): Page => counter().page
const tag = attemptTag()
const own = (sku: string): string => `${sku}~${tag()}`
const heading = async (name: string): Promise<void> =>
  page().getByRole('heading', { name, level: 1 }).waitFor()

async function aProduct(sku: string): Promise<ManagedProduct> {
  const prices = [{ priceGroupId: await colleague.priceGroup(), price: 10 }]
  const body = {
    sku,
    names: { 'en-GB': `Kite ${sku}` },
    variants: [{ barcodes: [`${sku}-1`], prices }],
  }
  return (await colleague.post('/manage/products', body)).ok(ManagedProduct)
}
const pictureOf = async ({ id }: ManagedProduct): Promise<string | null> =>
  (await colleague.get(`/manage/products/${id}`)).ok(ManagedProduct).imageUrl

/** Of two colours, each a variant. */
async function aProductOfTwo(sku: string): Promise<ManagedProduct> {
  const prices = [{ priceGroupId: await colleague.priceGroup(), price: 10 }]
  const variants = ['Blue', 'Red'].map((colour) => ({
    variantSku: `${sku}-${colour}`,
    options: [{ name: 'Colour', value: colour }],
    prices,
  }))
  const body = { sku, names: { 'en-GB': `Kite ${sku}` }, variants }
  return (await colleague.post('/manage/products', body)).ok(ManagedProduct)
}
const picturesOf = async ({ id }: ManagedProduct): Promise<(string | null)[]> => {
  const { imageUrl, variants } = (await colleague.get(`/manage/products/${id}`)).ok(ManagedProduct)
  return [imageUrl, ...variants.map((variant) => variant.imageUrl)]
}
const isKept: unknown = expect.stringMatching(/^\/api\/v1\/images\//)

const RED = [200, 30, 30]
const BLUE = [20, 40, 200]
const file = (name: string, colour: number[], size = 8) => ({
  name,
  mimeType: 'image/png',
  buffer: aPicture(colour, size),
})

/** The colour in the middle of what is drawn, and how wide and high that is. */
const drawn = async (picture: Locator) =>
  picture.evaluate(async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const [x, y] = [canvas.width >> 1, canvas.height >> 1]
    const [red = 0, green = 0, blue = 0] = context?.getImageData(x, y, 1, 1).data ?? []
    return { width: canvas.width, height: canvas.height, colour: [red, green, blue] }
  })
/** As far as a picture that was made smaller keeps its colours. */
const near = (colour: readonly number[]) =>
  colour.map((part) => expect.closeTo(part, -1.2) as unknown as number)

test('a picture that is chosen is made smaller, saved with its product, and seen wherever that is sold', async () => {
  const kite = await aProduct(own('KITE-1'))
  await counter().goTo(`/products/${kite.id}`)
  await heading(`Kite ${own('KITE-1')}`)
  const choose = page().getByRole('button', { name: 'Choose a picture' })
  const chosen = page().getByLabel('Picture', { exact: true }).and(page().locator('input[type=file]'))

  await chosen.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page().getByText('This is no picture that can be shown here').waitFor()
  await chosen.setInputFiles(file('kite.png', RED, 1000))
  const shown = page().getByRole('img', { name: 'Picture' })
  await shown.waitFor()
  expect(await page().getByText('This is no picture').count()).toBe(0)
  expect(await drawn(shown)).toMatchObject({ width: 640, height: 640, colour: near(RED) })
  // It is the product's once it is saved, as everything else.
  expect(await pictureOf(kite)).toBe(null)
  expect(await accessibilityFaults(page())).toEqual([])
  await counter().press('Control+s')
  await page().getByText('Saved', { exact: true }).waitFor()
  const imageUrl = await pictureOf(kite)
  expect(imageUrl).toMatch(/^\/api\/v1\/images\/[\w-]{43}$/)

  await counter().newOrder()
  await page().keyboard.type(own('KITE-1'), { delay: 120 })
  const suggestion = page().getByRole('option', { name: new RegExp(`Kite ${own('KITE-1')}`) })
  expect(await drawn(suggestion.locator('img'))).toMatchObject({ colour: near(RED) })
  await counter().press('Enter')
  const line = page().getByRole('table', { name: 'Goods' }).getByRole('row').nth(1)
  expect(await drawn(line.locator('img'))).toMatchObject({ colour: near(RED) })

  // A colleague takes it away: it goes from the open cart, too.
  await colleague.patch(`/manage/products/${kite.id}`, { imageUrl: null })
  await eventually(async () => line.locator('img').count()).toBe(0)

  await counter().goTo(`/products/${kite.id}`)
  await choose.waitFor()
})

test('pictures that are named by skus and barcodes become those of their products, many at once', async () => {
  const [first, second, third] = [
    await aProduct(own('KITE-2')),
    await aProduct(own('KITE-3')),
    await aProduct(own('KITE-4')),
  ]
  await counter().goTo('/products')
  await heading('Products')
  await page().getByRole('link', { name: 'Import', exact: true }).click()
  await page().getByRole('link', { name: 'Pictures from files' }).click()
  await heading('Pictures from files')
  expect(await accessibilityFaults(page())).toEqual([])
  await page()
    .locator('input[type=file]')
    .setInputFiles([
      file(`${own('kite-2')}.PNG`, RED),
      file(`${own('KITE-3')}-1.png`, BLUE),
      file(`${own('KITE-3')}.png`, RED),
      file('holiday.png', RED),
      { ...file(`${own('KITE-4')}.png`, RED), buffer: Buffer.from('no picture') },
    ])
  const row = (name: string): Locator => page().getByRole('row', { name: new RegExp(name) })
  await row('holiday.png.*No product has this sku').waitFor()
  await row(`${own('KITE-3')}-1.png.*Another file is of the same goods`).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await page().getByRole('button', { name: 'Keep 3 pictures' }).and(page().locator(':focus')).waitFor()
  await counter().press('Enter')
  await page().getByText('2 pictures are kept.').waitFor()
  await row(`${own('KITE-4')}.png.*This is no picture`).waitFor()
  for (const product of [first, second]) expect(await pictureOf(product)).toMatch(/^\/api\/v1\/images\//)
  expect(await pictureOf(third)).toBe(null)
  await page().getByRole('link', { name: 'To the products' }).and(page().locator(':focus')).waitFor()
  await counter().press('Enter')
  await page().getByRole('searchbox').fill(`kite ${tag()}`)
  await eventually(async () => page().locator('tbody tr img').count()).toBe(2)
})

test('cells that are pasted into a field are the text of it, though a spreadsheet hands on a picture of them, too', async () => {
  const kite = await aProduct(own('KITE-5'))
  await counter().goTo(`/products/${kite.id}`)
  await heading(`Kite ${own('KITE-5')}`)
  const sku = page().getByRole('textbox', { name: /^Sku\*?$/ })
  const paste = async (field: Locator, text: string | undefined): Promise<boolean> =>
    field.evaluate(
      (element, [bytes, typed]) => {
        const clipboardData = new DataTransfer()
        if (typed !== undefined) clipboardData.setData('text/plain', typed)
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        return element.dispatchEvent(event)
      },
      [[...aPicture(RED)], text] as const,
    )
  expect(await paste(sku, 'KITE-5')).toBe(true)
  const choose = page().getByRole('button', { name: 'Choose a picture' })
  expect(await choose.count()).toBe(1)
  // A picture alone is one, wherever the keyboard is; and so is a copied file, whose name is its text, where nothing is typed.
  expect(await paste(sku, undefined)).toBe(false)
  await page().getByRole('img', { name: 'Picture' }).waitFor()
  await page().getByRole('button', { name: 'Remove picture' }).click()
  expect(await paste(choose, 'kite.png')).toBe(false)
  await page().getByRole('img', { name: 'Picture' }).waitFor()
  await page().getByRole('button', { name: 'Discard' }).click()
})

test('a product that is saved while its picture is on its way is saved with it', async () => {
  await counter().goTo('/new-product')
  await heading('New product')
  await page()
    .getByRole('textbox', { name: /^Sku\*?$/ })
    .fill(own('KITE-6'))
  await page().getByRole('textbox', { name: /Name/ }).first().fill('Kite 6')
  await page()
    .getByRole('textbox', { name: /^Tax in per cent/ })
    .fill('25')
  const chosen = page().getByLabel('Picture', { exact: true }).and(page().locator('input[type=file]'))
  const isImage = ({ pathname }: URL): boolean => pathname.endsWith('/manage/images')
  const first = await keepFromCore(page(), isImage)
  await chosen.setInputFiles(file('kite.png', RED))
  await eventually(first.count).toBe(1)
  await counter().press('Control+s', 'Control+s')
  await first.letGo()
  await heading('Kite 6')
  await page().getByRole('img', { name: 'Picture' }).waitFor()
  const kite = (await colleague.get(`/manage/products/${own('KITE-6')}`)).ok(ManagedProduct)
  expect(kite.imageUrl).toMatch(/^\/api\/v1\/images\//)

  const second = await keepFromCore(page(), isImage)
  await chosen.setInputFiles(file('kite.png', BLUE))
  await eventually(second.count).toBe(1)
  await page().getByText('Not saved yet', { exact: true }).waitFor()
  await counter().press('Control+s')
  await second.letGo()
  await page().getByText('Saved', { exact: true }).waitFor()
  expect(await pictureOf(kite)).not.toBe(kite.imageUrl)
})

test('files find their products by whole skus and barcodes, however many products are called alike', async () => {
  const sku = `WIND${tag().replace(/[^a-z]/gi, '')}`
  const barcode = `00${Date.now().toString().slice(-11)}`
  const make = async (body: object): Promise<ManagedProduct> =>
    (await colleague.post('/manage/products', body)).ok(ManagedProduct)
  for (let nth = 1; nth <= 12; nth += 1)
    await make({ sku: `${nth}-${sku}`, names: { 'en-GB': `Kite ${sku}` }, variants: [{}] })
  const short = await make({ sku, names: { 'en-GB': 'Wind' }, variants: [{}] })
  const coded = await make({
    sku: own('KITE-7'),
    names: { 'en-GB': 'Kite 7' },
    variants: [{ barcodes: [barcode] }],
  })
  await counter().goTo('/product-pictures')
  await heading('Pictures from files')
  await page()
    .locator('input[type=file]')
    // Scanners, and spreadsheets, drop a zero in front.
    .setInputFiles([file(`${sku.toLowerCase()}.png`, RED), file(`${barcode.slice(1)}.png`, BLUE)])
  await page().getByRole('button', { name: 'Keep 2 pictures' }).click()
  await page().getByText('2 pictures are kept.').waitFor()
  for (const product of [short, coded]) expect(await pictureOf(product)).toMatch(/^\/api\/v1\/images\//)
})

test('files that nobody has looked up any more are not said to be of no product', async () => {
  await aProduct(own('KITE-8'))
  await counter().goTo('/product-pictures')
  await heading('Pictures from files')
  const choose = async (): Promise<void> =>
    page()
      .locator('input[type=file]')
      .setInputFiles([file(`${own('KITE-8')}.png`, RED), file('nothing.png', BLUE)])
  const cancelAt = async (code: string): Promise<void> => {
    const isLate = ({ searchParams }: URL): boolean => searchParams.get('search') === code
    const late = await keepFromCore(page(), isLate)
    await choose()
    await eventually(late.count).toBe(1)
    await page().getByRole('button', { name: 'Cancel' }).click()
    await late.letGo()
  }
  await cancelAt(own('KITE-8'))
  await page().getByRole('button', { name: 'Choose pictures' }).and(page().locator(':focus')).waitFor()
  expect(await page().getByText('No product has').count()).toBe(0)
  // What was found by then stays.
  await cancelAt('nothing')
  await page().getByRole('button', { name: 'Keep 1 picture' }).and(page().locator(':focus')).waitFor()
  expect(await page().getByRole('row').count()).toBe(2)
})

test('a picture that could not be had for a moment is seen as soon as the core answers again', async () => {
  const kite = await aProduct(own('KITE-9'))
  const { imageUrl } = (
    await colleague.post('/manage/images', aPicture(BLUE), { headers: { 'content-type': 'image/png' } })
  ).ok(KeptImage)
  await colleague.patch(`/manage/products/${kite.id}`, { imageUrl })
  let lost = 0
  await page().route(`**${imageUrl}`, async (route) => {
    lost += 1
    await route.abort()
  })
  await counter().goTo('/products')
  await heading('Products')
  await page().getByRole('searchbox').fill(own('KITE-9'))
  await eventually(() => Promise.resolve(lost > 0)).toBe(true)
  await page().unroute(`**${imageUrl}`)
  await page().locator('tbody tr img').waitFor()
})

test('names of files and of their products are read in words where the window is as narrow as a telephone', async () => {
  await aProduct(own('WIND'))
  const size = page().viewportSize()
  await page().setViewportSize({ width: 320, height: 640 })
  await counter().goTo('/product-pictures')
  await heading('Pictures from files')
  await page()
    .locator('input[type=file]')
    .setInputFiles([file(`${own('WIND')}.png`, RED)])
  const row = page().getByRole('row', { name: new RegExp(`Kite ${own('WIND')}`) })
  await row.waitFor()
  // A picture, a name of two words and a sku, below each other.
  expect((await row.boundingBox())?.height).toBeLessThan(200)
  expect(await accessibilityFaults(page())).toEqual([])
  if (size) await page().setViewportSize(size)
})

test('a variant has a picture of its own, which is sold with it; others have that of the product', async () => {
  const kite = await aProductOfTwo(own('KITE-V'))
  await counter().goTo(`/products/${kite.id}`)
  await heading(`Kite ${own('KITE-V')}`)
  const picture = (colour: string): Locator =>
    page().getByRole('button', { name: `Picture of ${own('KITE-V')}-${colour}` })
  const chosen = (name: string): Locator =>
    page().getByLabel(name, { exact: true }).and(page().locator('input[type=file]'))
  await chosen('Picture').setInputFiles(file('kite.png', RED))
  await chosen(`Picture of ${own('KITE-V')}-Blue`).setInputFiles(file('blue.png', BLUE))
  expect(await drawn(picture('Blue').locator('img'))).toMatchObject({ colour: near(BLUE) })
  expect(await picture('Red').locator('img').count()).toBe(0)
  await page().getByRole('img', { name: 'Picture', exact: true }).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await counter().press('Control+s')
  await page().getByText('Saved', { exact: true }).waitFor()
  expect(await picturesOf(kite)).toStrictEqual([isKept, isKept, null])

  await counter().newOrder()
  for (const colour of ['Blue', 'Red']) await counter().scan(`${own('KITE-V')}-${colour}`)
  const lines = page().getByRole('table', { name: 'Goods' }).getByRole('row')
  const line = (colour: string): Locator => lines.filter({ hasText: `${own('KITE-V')}-${colour}` })
  expect(await drawn(line('Blue').locator('img'))).toMatchObject({ colour: near(BLUE) })
  expect(await drawn(line('Red').locator('img'))).toMatchObject({ colour: near(RED) })

  // Taken away by the keyboard, it has that of the product again, in the cart that is open, too.
  await counter().goTo(`/products/${kite.id}`)
  await picture('Blue').focus()
  await counter().press('Enter')
  await page().getByRole('menuitem', { name: 'Choose another' }).waitFor()
  expect(await accessibilityFaults(page())).toEqual([])
  await page().getByRole('menuitem', { name: 'Remove picture' }).focus()
  await counter().press('Enter')
  await picture('Blue').and(page().locator(':focus')).waitFor()
  await counter().press('Control+s')
  await page().getByText('Saved', { exact: true }).waitFor()
  expect(await picturesOf(kite)).toStrictEqual([isKept, null, null])
})

test('pictures that are on their way at once all come, and who saves meanwhile waits for each', async () => {
  const kite = await aProductOfTwo(own('KITE-W'))
  await counter().goTo(`/products/${kite.id}`)
  await heading(`Kite ${own('KITE-W')}`)
  const images = await keepFromCore(page(), ({ pathname }) => pathname.endsWith('/manage/images'))
  for (const [index, name] of [
    'Picture',
    ...['Blue', 'Red'].map((one) => `Picture of ${own('KITE-W')}-${one}`),
  ].entries()) {
    const chosen = page().getByLabel(name, { exact: true }).and(page().locator('input[type=file]'))
    await chosen.setInputFiles(file('kite.png', [40 * index, 90, 200]))
    await eventually(images.count).toBe(index + 1)
  }
  await counter().press('Control+s')
  await images.letGo()
  await page().getByText('Saved', { exact: true }).waitFor()
  expect(await picturesOf(kite)).toStrictEqual([isKept, isKept, isKept])
})

test('a picture that is dropped on the place of a variant is that one’s, and anywhere else the product’s', async () => {
  const kite = await aProductOfTwo(own('KITE-D'))
  await counter().goTo(`/products/${kite.id}`)
  await heading(`Kite ${own('KITE-D')}`)
  const drop = async (place: Locator, colour: number[]): Promise<void> =>
    place.evaluate(
      (element, bytes) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'kite.png', { type: 'image/png' }))
        for (const type of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      },
      [...aPicture(colour)],
    )
  const place = page().getByRole('button', { name: `Picture of ${own('KITE-D')}-Red` })
  await drop(place, RED)
  expect(await drawn(place.locator('img'))).toMatchObject({ colour: near(RED) })
  expect(await page().getByRole('button', { name: 'Choose a picture' }).count()).toBe(1)
  await drop(page().getByRole('textbox', { name: 'Sku of the variant' }).first(), BLUE)
  const shown = page().getByRole('img', { name: 'Picture', exact: true })
  expect(await drawn(shown)).toMatchObject({ colour: near(BLUE) })
  await counter().press('Control+s')
  await page().getByText('Saved', { exact: true }).waitFor()
  expect(await picturesOf(kite)).toStrictEqual([isKept, null, isKept])
})

test('files that are named by variants become their pictures, and the list shows the first where the product has none', async () => {
  const kite = await aProductOfTwo(own('KITE-F'))
  await counter().goTo('/product-pictures')
  await heading('Pictures from files')
  await page()
    .locator('input[type=file]')
    .setInputFiles([file(`${own('KITE-F')}-Red.png`, RED), file(`${own('KITE-F')}-Blue.png`, BLUE)])
  const row = page().getByRole('row', { name: new RegExp(`${own('KITE-F')}-Red.png`) })
  await row.getByText(`${own('KITE-F')}-Red · Red`).waitFor()
  await page().getByRole('button', { name: 'Keep 2 pictures' }).click()
  await page().getByText('2 pictures are kept.').waitFor()
  expect(await picturesOf(kite)).toStrictEqual([null, isKept, isKept])
  await page().getByRole('link', { name: 'To the products', exact: true }).click()
  await page().getByRole('searchbox').fill(own('KITE-F'))
  await eventually(async () => page().locator('tbody tr').count()).toBe(1)
  expect(await drawn(page().locator('tbody tr img'))).toMatchObject({ colour: near(BLUE) })
})
