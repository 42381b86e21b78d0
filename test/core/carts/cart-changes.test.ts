import { describe, expect, it } from 'vitest'
import { Customer } from '../../../core/customers/customer.schema.ts'
import { ManagedCustomer } from '../../../core/customers/manage/managed-customer.schema.ts'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
/** For groups that are not valid for the carts here. */
const priceGroupReason = 'A test of prices'
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

const aCustomer = async (clerk: Clerk) =>
  (
    await clerk.post('/customers', {
      firstName: 'Ellen',
      lastName: 'Vestergaard',
      email: 'ellen@example.com',
    })
  ).ok(Customer)

const summaryOf = async (clerk: Clerk, cartId: string) =>
  (await clerk.get('/carts', { search: cartId })).ok(CartsAnswer).carts[0]

describe('changing what concerns the whole cart (extension)', () => {
  it('sets and clears the note', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    for (const [note, kept] of [
      ['Ring twice <b>', 'Ring twice <b>'],
      ['', null],
      ['x'.repeat(4000), 'x'.repeat(4000)],
      [null, null],
    ]) {
      expect((await clerk.patch(`/carts/${cartId}`, { note })).body).toStrictEqual({
        miniCart: null,
        success: true,
      })
      expect((await clerk.readCart(cartId)).note).toBe(kept)
    }
    expect(
      (await clerk.patch(`/carts/${cartId}`, { note: 'x'.repeat(4001) })).faultyFields('BadRequest'),
    ).toStrictEqual(['note'])
  })

  it('sets and clears the customer', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const { customerGroups: _, organization: __, addresses: ___, ...customer } = await aCustomer(clerk)
    expect((await clerk.patch(`/carts/${cartId}`, { customerId: customer.id })).status).toBe(200)
    expect((await clerk.readCart(cartId)).customer).toStrictEqual(customer)
    expect(await summaryOf(clerk, cartId)).toMatchObject({ customerName: 'Ellen Vestergaard' })
    expect((await clerk.patch(`/carts/${cartId}`, { customerId: null })).status).toBe(200)
    expect((await clerk.readCart(cartId)).customer).toBeNull()
    expect(await summaryOf(clerk, cartId)).toMatchObject({ customerName: null })
  })

  it('goes by the company, the e-mail or the phone number of a customer without a name', async () => {
    const manager = await shop().as('admin')
    const countryId = await manager.country('Denmark')
    const company = {
      addresses: [
        { countryId, line1: 'Kajen 4' },
        { countryId, companyName: 'Quayside Ltd' },
      ],
    }
    const email = 'orders@quayside.example'
    for (const [body, customerName] of [
      [{ ...company, email }, 'Quayside Ltd'],
      [{ email }, email],
      [{ phoneNumber: '+45 12 34 56 78' }, '+45 12 34 56 78'],
    ] as const) {
      const cartId = await manager.aCart()
      const { id: customerId } = (await manager.post('/manage/customers', body)).ok(ManagedCustomer)
      await manager.patch(`/carts/${cartId}`, { customerId })
      expect(await summaryOf(manager, cartId)).toMatchObject({ customerName })
    }
  })

  it('without a customer again, the cart goes by the name on its bill', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await clerk.setBilling(cartId, { firstName: 'Bodil', lastName: 'Regning' })
    expect(await summaryOf(clerk, cartId)).toMatchObject({ customerName: 'Bodil Regning' })
    await clerk.patch(`/carts/${cartId}`, { customerId: (await aCustomer(clerk)).id })
    await clerk.patch(`/carts/${cartId}`, { customerId: null })
    expect(await summaryOf(clerk, cartId)).toMatchObject({ customerName: 'Bodil Regning' })
  })

  it('to another culture names goods, countries and the shipment anew, as the order keeps them', async () => {
    const clerk = await shop().as('storefront')
    const placing = await clerk.aCartReadyToPlace({ country: 'Germany' })
    const { cartId } = placing
    const english = await clerk.readCart(cartId)
    expect((await clerk.patch(`/carts/${cartId}`, { cultureCode: 'de-de' })).status).toBe(200)
    const german = await clerk.readCart(cartId)
    expect(german.cultureCode).toBe('de-DE')
    expect(german.billingAddress?.country.name).toBe('Deutschland')
    expect(english.shipments[0]).toMatchObject({
      shipmentName: 'Home delivery',
      shippingMethod: { name: 'Home delivery' },
    })
    expect(german.shipments[0]).toMatchObject({
      shipmentName: 'Lieferung nach Hause',
      shippingMethod: { name: 'Lieferung nach Hause' },
    })
    for (const [index, line] of german.orderLines.entries()) {
      expect(line.productName).not.toBe(english.orderLines[index]?.productName)
    }
    expect(german.orderTotal).toBe(english.orderTotal)
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    const order = await clerk.readOrder(cartId)
    expect(order.shipments[0]?.shipmentName).toBe('Lieferung nach Hause')
  })

  it('in a culture of its own, a shipment is named in it from the first, and after a change of the price group', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await clerk.aCartReadyToPlace({ cultureCode: 'da-DK' })
    const nameNow = async () => (await clerk.readCart(cartId)).shipments[0]?.shipmentName
    expect(await nameNow()).toBe('Levering til døren')
    const trade = await clerk.priceGroup('Trade, EUR')
    await clerk.patch(`/carts/${cartId}`, { priceGroupId: trade, priceGroupReason })
    expect(await nameNow()).toBe('Levering til døren')
  })

  it('to another price group moves every line and the shipment to its prices', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await clerk.aCartReadyToPlace()
    const trade = await clerk.priceGroup('Trade, EUR')
    expect((await clerk.patch(`/carts/${cartId}`, { priceGroupId: trade, priceGroupReason })).status).toBe(
      200,
    )
    const cart = await clerk.readCart(cartId)
    const prices = await clerk.products({ priceGroup: 'Trade, EUR', maxItems: 2 })
    expect(cart.orderLines.map(({ price, priceGroupId }) => ({ price, priceGroupId }))).toStrictEqual(
      prices.map(({ price }) => ({ price, priceGroupId: trade })),
    )
    expect(cart.shippingTotal).toBe(0)
  })

  it('taxes a price that a client has set as the price group does, also where that sells no such goods', async () => {
    const clerk = await shop().as('staff price')
    const cartId = await clerk.aCart()
    const [jacket] = await clerk.products({ maxItems: 1 })
    await clerk.addLine(cartId, jacket, { price: 10 })
    for (const [name, taxRate] of [
      ['Tax-free export', 0],
      ['Coffee wholesale, Germany', 0.07],
      ['Shop price, EUR', jacket?.taxRate],
    ] as const) {
      await clerk.patch(`/carts/${cartId}`, { priceGroupId: await clerk.priceGroup(name), priceGroupReason })
      expect((await clerk.readCart(cartId)).orderLines).toMatchObject([{ price: 10, taxRate }])
    }
  })

  it('leaves a price that a client has set when the price group changes', async () => {
    const clerk = await shop().as('staff price')
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    await clerk.addLine(cartId, product, { price: 1 })
    const priceGroupId = await clerk.priceGroup('Germany, EUR')
    await clerk.patch(`/carts/${cartId}`, { priceGroupId, priceGroupReason })
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([{ price: 1, taxRate: 0.19, tax: 0.19 }])
  })

  it('moves all lines to a price group or none', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const goods = await clerk.products({ priceGroup: 'Coffee wholesale, Germany', maxItems: 1 })
    await clerk.addLine(cartId, goods[0])
    await clerk.addLine(cartId)
    const before = await clerk.readCart(cartId)
    const priceGroupId = await clerk.priceGroup('Coffee wholesale, Germany')
    expect(
      (await clerk.patch(`/carts/${cartId}`, { priceGroupId, priceGroupReason })).faultyFields('BadRequest'),
    ).toStrictEqual(['priceGroupId'])
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
  })

  it('does all that one body names, or nothing of it', async () => {
    const clerk = await shop().as('storefront')
    const cartId = await clerk.aCart()
    const before = await clerk.readCart(cartId)
    const refused = await clerk.patch(`/carts/${cartId}`, {
      note: 'Kept?',
      cultureCode: 'da-DK',
      customerId: UNKNOWN,
    })
    expect(refused.faultyFields('BadRequest')).toStrictEqual(['customerId'])
    expect(await clerk.readCart(cartId)).toStrictEqual(before)
    await clerk.patch(`/carts/${cartId}`, { note: 'Kept', cultureCode: 'da-DK' })
    expect(await clerk.readCart(cartId)).toMatchObject({ note: 'Kept', cultureCode: 'da-DK' })
  })

  it.each([
    ['nothing', {}, undefined],
    ['only what it does not know', { colour: 'red' }, undefined],
    ['a customer that does not exist', { customerId: UNKNOWN }, 'customerId'],
    ['a culture that is not the store’s', { cultureCode: 'fr-FR' }, 'cultureCode'],
    ['a price group that does not exist', { priceGroupId: UNKNOWN }, 'priceGroupId'],
  ])('refuses a body that names %s', async (_what, body, field) => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const answer = await clerk.patch(`/carts/${cartId}`, body)
    if (field === undefined) expect(answer.refused('BadRequest')[0]).toContain('names nothing to change')
    else expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
  })

  it('does not take a price group of another currency, nor a customer of another store', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const foreign = await aCustomer(await shop().as('staff', 'uptown'))
    const kroner = await clerk.priceGroup('Shop price, DKK')
    expect(
      (await clerk.patch(`/carts/${cartId}`, { customerId: foreign.id })).faultyFields('BadRequest'),
    ).toStrictEqual(['customerId'])
    expect(
      (await clerk.patch(`/carts/${cartId}`, { priceGroupId: kroner })).faultyFields('BadRequest'),
    ).toStrictEqual(['priceGroupId'])
  })
})
