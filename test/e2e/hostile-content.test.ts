import { afterEach, expect, test } from 'vitest'
import { withFile } from '../support/data.ts'
import { counterOfDemoShop } from './counter.ts'

/** Names and notes as somebody would write them who wants the console to run or load something of theirs. */
const counter = counterOfDemoShop()
const hostile = (what: string): string =>
  `"><img src=x onerror="window.robbed=1"><script>window.robbed=1</script>{{constructor.constructor('window.robbed=1')()}}${what}`

afterEach(() => expect(counter().complaints).toEqual([]))

async function aHostileCart(): Promise<string> {
  const { program } = counter()
  const [product] = await program.products({ maxItems: 1 })
  if (!product) throw new Error('The shop sells nothing.')
  const cartId = await program.aCart()
  const customProperties = [{ key: hostile('key'), value: hostile('value') }]
  await program.addLine(cartId, product, { customProperties })
  await program.setBilling(cartId, {
    firstName: hostile('first'),
    lastName: hostile('last'),
    companyName: hostile('company'),
    line1: hostile('street'),
    city: hostile('city'),
  })
  await program.patch(`/carts/${cartId}`, { note: hostile('note') })
  // What no operation writes, whoever fills the file may: names of goods, methods and the store.
  withFile(counter().core.dataDir, (file) => {
    file.prepare('update cart_lines set product_name = ? where cart_id = ?').run(hostile('goods'), cartId)
  })
  return cartId
}

/** What came of it in the page: nothing ran, and every text is there as it was written. */
async function expectHarmless(...texts: string[]): Promise<void> {
  const { page } = counter()
  for (const text of texts) {
    await expect
      .poll(() =>
        page.evaluate((wanted) => {
          const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
          return (
            document.body.textContent.includes(wanted) || fields.some(({ value }) => value.includes(wanted))
          )
        }, text),
      )
      .toBe(true)
  }
  const made = await page.evaluate(() => ({
    robbed: 'robbed' in window,
    pictures: document.querySelectorAll('img[src="x"]').length,
    // That of the page itself stands in its head.
    scripts: document.body.querySelectorAll('script:not([src])').length,
  }))
  expect(made).toEqual({ robbed: false, pictures: 0, scripts: 0 })
}

test('a cart with markup in its names, note and addresses is shown as text', async () => {
  const cartId = await aHostileCart()
  await counter().goTo(`/carts/${cartId}`)
  await expectHarmless(hostile('goods'), hostile('note'), hostile('street'))
  await counter().goTo('/carts')
  await expectHarmless(hostile('last'))
})

test('so is the order that it becomes, on the screen, on paper and in the search', async () => {
  const { program, page } = counter()
  const cartId = await aHostileCart()
  await program.post('/payments', {
    cartId,
    paymentMethodId: await program.paymentMethod(),
    priceGroupId: await program.priceGroup(),
    cultureCode: program.cultureCode,
  })
  await program.post(`/orders/${cartId}/note`, { note: hostile('order note') })
  await program.post(`/orders/${cartId}/comments`, { comment: hostile('comment') })
  await counter().goTo(`/orders/${cartId}`)
  await expectHarmless(hostile('goods'), hostile('street'), hostile('order note'), hostile('comment'))
  await page.emulateMedia({ media: 'print' })
  await expectHarmless(hostile('goods'))
  await page.emulateMedia({ media: null })
  await counter().goTo('/orders')
  await expectHarmless(hostile('last'))
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(hostile('search'))
  await expectHarmless(hostile('search'))
})
