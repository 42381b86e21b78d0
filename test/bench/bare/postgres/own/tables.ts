import { Client } from 'pg'
import { share } from '../../../money.ts'
import { toMinor, toPpm, type Shop } from '../../../shop.ts'

// The same tables as on SQLite. Names in quotes: rows are answers without any mapping.
const address = `
  id text primary key, "ownerId" text not null, "addressName" text not null,
  "firstName" text, "lastName" text, "companyName" text, attention text, line1 text, line2 text, "postalCode" text,
  city text, state text, "countryId" text, "emailAddress" text, "phoneNumber" text, "mobilePhoneNumber" text`
const line = `
  id text primary key, "ownerId" text not null, sku text, "variantSku" text, "productName" text,
  price integer, quantity integer, tax integer, "taxPpm" integer`
const shipment = `
  id text primary key, "ownerId" text not null unique, "shippingMethodId" text, "shipmentName" text,
  price integer, tax integer, "taxPpm" integer`

const tables = `
  create table settings (value text not null);
  create table numbers (last integer not null);
  insert into numbers values (0);
  create table countries (id text primary key, name text);
  create table products (
    sku text, "variantSku" text, name text, price integer, tax integer, "taxPpm" integer
  );
  create unique index on products (sku, "variantSku");
  create table "shippingMethods" (id text primary key, method json not null, price integer, tax integer, "taxPpm" integer);
  create table "paymentMethods" (id text primary key, method json not null, fee integer, "feePpm" integer);
  create table customers (
    id text primary key, "firstName" text, "lastName" text, "emailAddress" text unique, "phoneNumber" text
  );
  create table carts (id text primary key, "createdDate" text, "cultureCode" text, "orderId" text);
  create table "cartLines" (${line});
  create index on "cartLines" ("ownerId");
  create table "cartAddresses" (${address}, unique ("ownerId", "addressName"));
  create table "cartShipments" (${shipment});
  create table orders (
    id text primary key, "orderNumber" integer not null unique, "createdDate" text, "cultureCode" text,
    "customerId" text, "subTotal" integer, "shippingTotal" integer, "paymentTotal" integer, tax integer,
    "orderTotal" integer
  );
  create table "orderLines" (${line});
  create index on "orderLines" ("ownerId");
  create table "orderAddresses" (${address}, "countryName" text, unique ("ownerId", "addressName"));
  create table "orderShipments" (${shipment});
  create table payments (
    id text primary key, "orderId" text not null, "paymentMethodId" text, amount integer, fee integer,
    "feePpm" integer, "feeTotal" integer
  );
  create index on payments ("orderId");`

/** Makes the tables of a bare server, in an empty database, that sells what the shop does. */
export async function fillPostgres(url: string, shop: Shop): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { countries, lists: _, products, shipping, payment, ...settings } = shop
    await client.query(`begin; ${tables}`)
    await client.query('insert into settings values ($1)', [JSON.stringify(settings)])
    for (const { id, name } of countries)
      await client.query('insert into countries values ($1, $2)', [id, name])
    for (const { sku, variantSku, name, ...money } of products) {
      const price = toMinor(money.price, shop.digits)
      const taxPpm = toPpm(money.taxRate)
      const values = [sku, variantSku, name, price, share(price, taxPpm), taxPpm]
      await client.query('insert into products values ($1, $2, $3, $4, $5, $6)', values)
    }
    const { price, taxPpm } = shipping
    await client.query('insert into "shippingMethods" values ($1, $2, $3, $4, $5)', [
      shipping.method.id,
      JSON.stringify(shipping.method),
      price,
      share(price, taxPpm),
      taxPpm,
    ])
    const { method, fee, feePpm } = payment
    await client.query('insert into "paymentMethods" values ($1, $2, $3, $4)', [
      method.id,
      JSON.stringify(method),
      fee,
      feePpm,
    ])
    await client.query('commit')
    // Only what has rows: what is known to be empty would be read from end to end, however much there is later.
    await client.query('analyze settings, countries, products, "shippingMethods", "paymentMethods"')
  } finally {
    await client.end()
  }
}
