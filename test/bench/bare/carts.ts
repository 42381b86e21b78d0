import type { Database } from 'better-sqlite3'
import { v7 as newId } from 'uuid'
import type { AddLineBody, ShippingBody } from '../../../core/carts/cart.schema.ts'
import type { AddressBody } from '../../../core/customers/address.schema.ts'

/** The writes of a cart, each one commit. */
export function cartOperations(db: Database) {
  const insertCart = db.prepare('insert into carts (id, createdDate, cultureCode) values (?, ?, ?)')
  const insertLine = db.prepare(`
    insert into cartLines (id, ownerId, sku, variantSku, productName, price, quantity, tax, taxPpm)
    select :id, :cartId, sku, variantSku, name, price, :quantity, tax, taxPpm
    from products where sku = :sku and variantSku is :variantSku`)
  const deleteLine = db.prepare('delete from cartLines where id = ?')
  const putAddress = db.prepare(`
    insert or replace into cartAddresses values (:id, :cartId, :addressName, :firstName, :lastName, :companyName,
      :attention, :line1, :line2, :postalCode, :city, :state, :countryId, :email, :phoneNumber, :mobileNumber)`)
  const putShipment = db.prepare(`
    insert or replace into cartShipments
    select :id, :cartId, id, method ->> 'name', price, tax, taxPpm from shippingMethods where id = :shippingMethodId`)

  const address = (cartId: string, addressName: string, body: AddressBody): void => {
    putAddress.run({ ...emptyAddress, ...body, id: newId(), cartId, addressName })
  }

  return {
    create({ cultureCode }: { cultureCode: string }) {
      const cartId = newId()
      insertCart.run(cartId, new Date().toISOString(), cultureCode)
      return { cartId }
    },

    addLine(cartId: string, { sku, variantSku = null, quantity = 1 }: AddLineBody) {
      const lineId = newId()
      insertLine.run({ id: lineId, cartId, sku, variantSku, quantity })
      return { miniCart: null, success: true, lineId }
    },

    removeLine(_cartId: string, lineId: string) {
      deleteLine.run(lineId)
      return { miniCart: null, success: true }
    },

    setBilling(cartId: string, body: AddressBody) {
      address(cartId, 'Billing', body)
      return { success: 'true' }
    },

    setShipping: db.transaction((cartId: string, { shippingMethodId, shippingAddress }: ShippingBody) => {
      putShipment.run({ id: newId(), cartId, shippingMethodId })
      address(cartId, 'Shipment', shippingAddress)
      return { success: 'true' }
    }).immediate,
  }
}

const emptyAddress = {
  companyName: null,
  attention: null,
  line2: null,
  state: null,
  email: null,
  phoneNumber: null,
  mobileNumber: null,
}
