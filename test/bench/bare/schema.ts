import Sqlite, { type Database } from 'better-sqlite3'
import { share } from '../money.ts'
import { toMinor, toPpm, type Shop } from '../shop.ts'

/** Columns go by the names of the API, so that rows are answers without any mapping; amounts are minor units. */
const address = `
  id text primary key, ownerId text not null, addressName text not null,
  firstName text, lastName text, companyName text, attention text, line1 text, line2 text, postalCode text,
  city text, state text, countryId text, emailAddress text, phoneNumber text, mobilePhoneNumber text`
const line = `
  id text primary key, ownerId text not null, sku text, variantSku text, productName text,
  price integer, quantity integer, tax integer, taxPpm integer`
const shipment = `
  id text primary key, ownerId text not null unique, shippingMethodId text, shipmentName text,
  price integer, tax integer, taxPpm integer`

const tables = `
  create table settings (value text not null);
  create table lists (name text primary key, answer text not null);
  create table countries (id text primary key, name text);
  create table products (
    sku text, variantSku text, barcode text unique, name text, catalogId text, imageUrl text,
    price integer, tax integer, taxPpm integer
  );
  create unique index productsBySku on products (sku, variantSku);
  create table shippingMethods (id text primary key, method text not null, price integer, tax integer, taxPpm integer);
  create table paymentMethods (id text primary key, method text not null, fee integer, feePpm integer);
  create table customers (
    id text primary key, firstName text, lastName text, emailAddress text unique, phoneNumber text
  );
  create table carts (id text primary key, createdDate text, cultureCode text, orderId text);
  create table cartLines (${line});
  create index cartLinesByCart on cartLines (ownerId);
  create table cartAddresses (${address}, unique (ownerId, addressName));
  create table cartShipments (${shipment});
  create table orders (
    id text primary key, orderNumber integer not null unique, createdDate text, cultureCode text, customerId text,
    subTotal integer, shippingTotal integer, paymentTotal integer, tax integer, orderTotal integer
  );
  create table orderLines (${line});
  create index orderLinesByOrder on orderLines (ownerId);
  create table orderAddresses (${address}, countryName text, unique (ownerId, addressName));
  create table orderShipments (${shipment});
  create table payments (
    id text primary key, orderId text not null, paymentMethodId text, amount integer, fee integer, feePpm integer,
    feeTotal integer
  );
  create index paymentsByOrder on payments (orderId);`

/** When a commit is on disk: as it returns, as the core has it, or some time later. */
export type Synchronous = 'full' | 'normal'

/** Pages that are written to the log before it is copied into the file. */
const PAGES_OF_LOG = 4000

/** Opens the file with the settings of the core's, so that with `full` a commit means the same to both. */
export function openFile(file: string, synchronous: Synchronous): Database {
  const db = new Sqlite(file)
  db.pragma('journal_mode = wal')
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma('cache_size = -65536')
  db.pragma('temp_store = memory')
  db.pragma(`wal_autocheckpoint = ${PAGES_OF_LOG}`)
  return db
}

/** Makes the file of a bare server that sells what the shop does. */
export function makeFile(file: string, shop: Shop): void {
  const db = openFile(file, 'full')
  try {
    db.transaction(() => fill(db, shop))()
  } finally {
    db.close()
  }
}

function fill(db: Database, shop: Shop): void {
  const { countries, lists, products, shipping, payment, ...settings } = shop
  db.exec(tables)
  db.prepare('insert into settings values (?)').run(JSON.stringify(settings))
  const list = db.prepare('insert into lists values (?, ?)')
  for (const { name, answer } of lists) list.run(name, JSON.stringify(answer))
  const country = db.prepare('insert into countries values (?, ?)')
  for (const { id, name } of countries) country.run(id, name)
  const product = db.prepare('insert into products values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (const { sku, variantSku, barcode, name, catalogId, imageUrl, ...money } of products) {
    const price = toMinor(money.price, shop.digits)
    const taxPpm = toPpm(money.taxRate)
    product.run(sku, variantSku, barcode, name, catalogId, imageUrl, price, share(price, taxPpm), taxPpm)
  }
  const { price, taxPpm } = shipping
  db.prepare('insert into shippingMethods values (?, ?, ?, ?, ?)').run(
    shipping.method.id,
    JSON.stringify(shipping.method),
    price,
    share(price, taxPpm),
    taxPpm,
  )
  db.prepare('insert into paymentMethods values (?, ?, ?, ?)').run(
    payment.method.id,
    JSON.stringify(payment.method),
    payment.fee,
    payment.feePpm,
  )
}
