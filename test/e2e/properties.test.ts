import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { accessibilityFaults } from './audit.ts'
import { counterOfDemoShop } from './counter.ts'
import { eventually } from './eventually.ts'
import { faultAt } from './field-fault.ts'

const counter = counterOfDemoShop()

const scanField = (): Locator => counter().page.getByRole('combobox', { name: 'Scan, sku or name' })
const form = (name: string): Locator => counter().page.getByRole('form', { name })
const type = async (text: string): Promise<void> => counter().page.keyboard.type(text, { delay: 120 })
const hasFocus = (field: Locator) => async (): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement)

/** The properties of the cart and of its first line, as the core has them. */
async function kept(cartId: string) {
  const { customProperties, orderLines } = await counter().program.readCart(cartId)
  const texts = (properties: readonly { key: string; value: string }[]) =>
    properties.map(({ key, value }) => `${key}=${value}`)
  return [texts(customProperties), texts(orderLines[0]?.customProperties ?? [])]
}

describe('properties, by keyboard alone', () => {
  test('of a line and of the order are added, told what is wrong with them, changed, deleted, and shown with the order', async () => {
    const { page, program, press, newOrder, scan, lines, goTo, complaints } = counter()
    const [jacket] = await program.products({ search: 'jacket', maxItems: 1 })
    const cartId = await newOrder()
    await scan(jacket?.barcode ?? '')
    await eventually(async () => lines.count()).toBe(1)

    // Of the line that has the focus.
    await press('ArrowUp', 'Control+F8')
    await type('engraving')
    await press('Tab')
    await type('For Ida')
    await press('Enter')
    await eventually(async () => kept(cartId)).toEqual([[], ['engraving=For Ida']])
    await eventually(hasFocus(scanField())).toBe(true)

    // Of the order; a key that is there is told at its field, and what was typed stays.
    for (const [key, value] of [
      ['table', '7'],
      ['guest', 'Ida'],
    ]) {
      await press('Control+F8')
      await type(key ?? '')
      await press('Tab')
      await type(value ?? '')
      await press('Enter')
      await eventually(hasFocus(scanField())).toBe(true)
    }
    await press('Control+F8')
    await type('table')
    await press('Tab')
    await type('8')
    await press('Enter')
    const key = form('Add property').getByLabel('Key')
    await eventually(async () => faultAt(key)).toBe('There is a property “table” already')
    await eventually(hasFocus(key)).toBe(true)
    expect(await accessibilityFaults(page)).toEqual([])

    // Nothing typed is lost by a reload, and an order with such a fault is not placed.
    await page.reload()
    await form('Add property').getByLabel('Key').waitFor()
    expect(await form('Add property').getByLabel('Value').inputValue()).toBe('8')
    await form('Add property').getByLabel('Key').focus()
    await press('F9')
    await eventually(async () => faultAt(key)).toBe('There is a property “table” already')
    await eventually(hasFocus(key)).toBe(true)
    await press('Escape')
    await form('Add property').waitFor({ state: 'hidden' })

    // Bounds are told at the field.
    await press('Control+F8')
    await key.fill('k'.repeat(256))
    await press('Enter')
    await eventually(async () => faultAt(key)).toBe('At most 255 characters')
    await press('Escape')
    expect(await kept(cartId)).toEqual([['table=7', 'guest=Ida'], ['engraving=For Ida']])

    // Changed in its place, where leaving it counts; and deleted.
    const properties = page.getByRole('list', { name: 'Properties of the order' })
    await properties.getByRole('button', { name: /^table:\s*7$/ }).focus()
    await press('Enter')
    await type('9')
    await press('F2')
    await eventually(async () => kept(cartId)).toEqual([['table=9', 'guest=Ida'], ['engraving=For Ida']])
    await properties.getByRole('button', { name: /^guest:\s*Ida$/ }).focus()
    await press('Delete')
    await eventually(async () => kept(cartId)).toEqual([['table=9'], ['engraving=For Ida']])
    await eventually(hasFocus(scanField())).toBe(true)

    // They go with the order.
    await program.setBilling(cartId)
    await program.setShipping(cartId, 'Collection in the shop')
    const placing = {
      cartId,
      paymentMethodId: await program.paymentMethod(),
      priceGroupId: await program.priceGroup(),
      cultureCode: program.cultureCode,
    }
    expect((await program.post('/payments', placing)).status).toBe(200)
    await goTo(`/orders/${cartId}`)
    const ofOrder = page.getByRole('group', { name: 'Properties of the order' })
    expect(await ofOrder.innerText()).toMatch(/table\s+9/)
    const ofLine = page.getByRole('group', { name: /^Properties of .*jacket/i })
    expect(await ofLine.innerText()).toMatch(/engraving\s+For Ida/)
    expect(complaints).toEqual([])
  })

  test('a key that somebody else has taken meanwhile is told at its field', async () => {
    const { program, press, newOrder } = counter()
    const cartId = await newOrder()
    await press('Control+F8')
    await type('table')
    expect((await program.post(`/carts/${cartId}/properties`, { key: 'table', value: '1' })).status).toBe(200)
    await press('Tab')
    await type('2')
    await press('Enter')
    const told = counter().page.getByRole('alert').filter({ hasText: 'Somebody else has changed' })
    await told.waitFor()
    expect(await form('Add property').getByLabel('Value').inputValue()).toBe('2')
    await told.getByRole('button', { name: /^Take theirs/ }).click()
    await told.waitFor({ state: 'hidden' })
    await form('Add property').getByLabel('Value').focus()
    await press('Enter')
    await eventually(async () => faultAt(form('Add property').getByLabel('Key'))).toBe(
      'There is a property “table” already',
    )
    expect(await kept(cartId)).toEqual([['table=1'], []])
  })
})
