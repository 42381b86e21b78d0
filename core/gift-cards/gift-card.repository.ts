import { sql, type ExpressionBuilder, type Insertable, type Selectable } from 'kysely'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { Overtaken } from '../database/overtaken.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow, insertUnlessThere, updateSeen } from '../database/queries/prepared.ts'
import type { Tables } from '../database/schema/tables.ts'
import { badRequest, conflict, notFound, said, type CommerceError, type Said } from '../kernel/errors.ts'
import { timestamp } from '../kernel/clock.ts'
import type { Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { normalCode } from './gift-card-code.ts'
import type { GiftCardState } from './gift-card.schema.ts'
import type { GiftCardTable, GiftCardTransactionTable } from './gift-card.table.ts'

/** A gift card, with what it is shown with. */
export interface GiftCardRow extends Selectable<GiftCardTable> {
  readonly isoCode: string
  readonly orderNumber: string | null
}
export type GiftCardTransactionRow = Selectable<GiftCardTransactionTable>
/** The same with the order whose payment it was, if any. */
export interface TransactionWithOrder extends GiftCardTransactionRow {
  readonly orderId: string | null
  readonly orderNumber: string | null
}

const cards = (db: ReadDb) =>
  db
    .selectFrom('gift_cards as card')
    .innerJoin('currencies as currency', 'currency.id', 'card.currency_id')
    .leftJoin('orders as order', 'order.id', 'card.order_id')
    .selectAll('card')
    .select(['currency.iso_code as isoCode', 'order.order_number as orderNumber'])

/** @throws CommerceError NotFound */
export async function getGiftCardRow(db: ReadDb, storeId: string, id: string): Promise<GiftCardRow> {
  const row = await cards(db)
    .where('card.id', '=', id)
    .where('card.store_id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw noCard()
  return row
}

/** The card of a code; undefined where the store has none. */
export const findGiftCardByCode = async (
  db: ReadDb,
  storeId: string,
  codeHash: string,
): Promise<GiftCardRow | undefined> =>
  cards(db).where('card.store_id', '=', storeId).where('card.code_hash', '=', codeHash).executeTakeFirst()

export const noCard = (): CommerceError => notFound('gift-card.not-found', 'There is no such gift card.')

/** The cards of a store, newest first. */
export async function listGiftCardRows(
  db: ReadDb,
  storeId: string,
  page: Page,
  {
    search = '',
    state,
  }: { readonly search?: string | undefined; readonly state?: GiftCardState | undefined },
): Promise<Slice<GiftCardRow>> {
  let query = cards(db).where('card.store_id', '=', storeId)
  if (state) query = query.where('card.state', '=', state)
  const term = search.trim().toUpperCase()
  if (term !== '') {
    query = query.where((eb) =>
      eb.or([
        eb('card.last_characters', '=', normalCode(term)),
        eb('card.order_id', 'in', (inner) =>
          inner
            .selectFrom('orders')
            .select('id')
            .where('store_id', '=', storeId)
            .where('order_number', '=', term),
        ),
      ]),
    )
  }
  return fetchSlice(query, page, 'desc', {
    'card.issued_at': (row) => row.issued_at,
    'card.id': (row) => row.id,
  })
}

/** What can be spent of all cards of a store together, by currency. */
export async function sumBalances(
  db: ReadDb,
  storeId: string,
): Promise<{ isoCode: string; giftCards: number; balance: Minor }[]> {
  const rows = await db
    .selectFrom('gift_cards as card')
    .innerJoin('currencies as currency', 'currency.id', 'card.currency_id')
    .select((eb) => [
      'currency.iso_code as isoCode',
      eb.fn.countAll<number | string>().as('giftCards'),
      eb.fn.sum<number | string>('card.balance').as('balance'),
    ])
    .where('card.store_id', '=', storeId)
    .where('card.state', '=', sql.lit('active'))
    .where('card.balance', '>', sql.lit(0))
    .groupBy('currency.iso_code')
    .orderBy('currency.iso_code')
    .execute()
  return rows.map(({ balance, giftCards, isoCode }) => ({
    isoCode,
    giftCards: Number(giftCards),
    balance: Number(balance),
  }))
}

/** The cards that were sold with an order, or that its money went back onto, as they were issued. */
export const listGiftCardsOfOrder = async (db: ReadDb, orderId: string): Promise<GiftCardRow[]> =>
  listGiftCardsOfOrders(db, [orderId])

/** Those of some orders. */
export const listGiftCardsOfOrders = async (
  db: ReadDb,
  orderIds: readonly string[],
): Promise<GiftCardRow[]> =>
  cards(db).where('card.order_id', 'in', orderIds).orderBy('card.issued_at').orderBy('card.id').execute()

/** What has happened to a card, newest first, each with the order whose payment it was. */
export const listTransactionRows = async (
  db: ReadDb,
  cardId: string,
  page: Page,
): Promise<Slice<TransactionWithOrder>> =>
  fetchSlice(
    db
      .selectFrom('gift_card_transactions as moved')
      .leftJoin('payments as payment', 'payment.id', 'moved.payment_id')
      .leftJoin('orders as order', 'order.id', 'payment.order_id')
      .selectAll('moved')
      .select(['order.id as orderId', 'order.order_number as orderNumber'])
      .where('moved.gift_card_id', '=', cardId),
    page,
    'desc',
    { 'moved.version': (row) => row.version },
  )

/** By whom a card has got another code since it was issued; undefined where anything else has happened to it. */
export async function listReplacers(db: ReadDb, cardId: string): Promise<string[] | undefined> {
  const since = await db
    .selectFrom('gift_card_transactions')
    .select(['kind', 'actor'])
    .where('gift_card_id', '=', cardId)
    .where('version', '>', 1)
    .execute()
  return since.every(({ kind }) => kind === 'replace') ? since.map(({ actor }) => actor) : undefined
}

/** What payments were received by: each with the last four of its card, how it stands now, and what was left on it then. */
export const listCardsOfPayments = async (
  db: ReadDb,
  paymentIds: readonly string[],
): Promise<
  {
    paymentId: string | null
    id: string
    lastCharacters: string
    state: GiftCardState
    balance: Minor
  }[]
> =>
  db
    .selectFrom('gift_card_transactions as moved')
    .innerJoin('gift_cards as card', 'card.id', 'moved.gift_card_id')
    .select([
      'moved.payment_id as paymentId',
      'card.id',
      'card.last_characters as lastCharacters',
      'card.state',
      'moved.balance',
    ])
    .where('moved.payment_id', 'in', paymentIds)
    .where('moved.kind', '=', 'capture')
    .execute()

/** What refunds of payments went onto: each with the last four of its card, and the moment of the refund. */
export const listCardsOfRefunds = async (
  db: ReadDb,
  paymentIds: readonly string[],
): Promise<{ paymentId: string | null; date: string; lastCharacters: string }[]> =>
  paymentIds.length === 0
    ? []
    : db
        .selectFrom('gift_card_transactions as moved')
        .innerJoin('gift_cards as card', 'card.id', 'moved.gift_card_id')
        .select(['moved.payment_id as paymentId', 'moved.date', 'card.last_characters as lastCharacters'])
        .where('moved.payment_id', 'in', paymentIds)
        .where('moved.kind', 'in', ['refund', 'issue'])
        .execute()

/** Who does something to a card, and when. */
type Doing = Pick<Context, 'changes' | 'name' | 'now'>

/**
 * Keeps a card that has just been issued.
 * @param paymentId what goes back onto it, if anything
 * @throws CommerceError Conflict where another one of the store has the code
 */
export async function addGiftCard(
  db: WriteDb,
  context: Doing,
  row: Insertable<GiftCardTable>,
  paymentId?: string,
): Promise<void> {
  if (!(await insertUnlessThere(db, 'gift_cards', row))) throw codeTaken()
  const { initial_amount: amount, reason } = row
  await addTransaction(db, context, row, { kind: 'issue', amount, paymentId, reason })
}

/** That a card is deactivated, as it is told wherever nothing can be done about it. */
const deactivated = (last: string): Said => said`The gift card ${{ last }} is deactivated.`

export const cardDeactivated = ({
  last_characters: last,
}: Pick<GiftCardRow, 'last_characters'>): CommerceError =>
  conflict('gift-card.deactivated', deactivated(last))

const codeTaken = (): CommerceError =>
  conflict('gift-card.code-taken', 'is the code of another gift card', 'code')

/**
 * Changes a card in which no money moves.
 * @throws Overtaken where somebody has changed it since it was read; CommerceError Conflict where another card has the code
 */
export async function changeGiftCard(
  db: WriteDb,
  context: Context,
  card: GiftCardRow,
  changes: Partial<Pick<GiftCardRow, 'state' | 'code_hash' | 'last_characters'>>,
  { kind, reason }: Pick<GiftCardTransactionRow, 'kind' | 'reason'>,
): Promise<GiftCardRow> {
  const after = { ...card, ...changes, version: card.version + 1 }
  if (changes.code_hash !== undefined) {
    const other = await findGiftCardByCode(db, card.store_id, changes.code_hash)
    if (other && other.id !== card.id) throw codeTaken()
  }
  const isChanged = await updateSeen(
    db,
    'gift_cards',
    card.id,
    { version: card.version },
    { ...changes, version: after.version },
  )
  if (!isChanged) throw new Overtaken()
  await addTransaction(db, context, after, { kind, amount: 0, reason })
  return after
}

interface Moved {
  readonly kind: 'capture' | 'refund'
  readonly amount: Minor
  readonly paymentId: string
}

/**
 * Takes what a payment comes to off a card.
 * @throws CommerceError BadRequest, at `giftCardCode`, where it is deactivated, or not so much is on it
 */
export async function takeFromGiftCard(
  db: WriteDb,
  context: Context,
  card: GiftCardRow,
  paid: Omit<Moved, 'kind'>,
  written: (amount: Minor) => string,
): Promise<void> {
  if (await moveBalance(db, context, card.id, { ...paid, kind: 'capture', amount: -paid.amount })) return
  const { balance, last_characters: last, state } = await getGiftCardRow(db, context.storeId, card.id)
  if (state === 'deactivated') {
    throw badRequest('gift-card.deactivated', deactivated(last), 'giftCardCode')
  }
  if (balance === 0) {
    throw badRequest('gift-card.empty', said`Nothing is left on …${{ last }}`, 'giftCardCode')
  }
  const text = said`holds ${{ balance: written(balance) }}: receive a part, and the rest by another method`
  throw badRequest('gift-card.balance-short', text, 'giftCardCode')
}

/**
 * Puts what is paid back onto the card that a payment was received by.
 * @returns the last four of its code
 * @throws CommerceError Conflict where it is deactivated: it may go back onto a new one
 */
export async function giveBackToGiftCard(
  db: WriteDb,
  context: Context,
  cardId: string,
  paid: Omit<Moved, 'kind'>,
): Promise<string> {
  const isBack = await moveBalance(db, context, cardId, { ...paid, kind: 'refund' })
  const card = await getGiftCardRow(db, context.storeId, cardId)
  const { last_characters: last } = card
  if (isBack) return last
  const text = said`The gift card ${{ last }} is deactivated: refund the payment onto a new one.`
  throw conflict('payment.card-deactivated', text)
}

/** @returns false where the card is deactivated, or would hold less than nothing */
async function moveBalance(
  db: WriteDb,
  context: Context,
  cardId: string,
  { amount, kind, paymentId }: Moved,
): Promise<boolean> {
  const card = await db
    .updateTable('gift_cards')
    .set((eb) => ({ balance: eb('balance', '+', amount), version: eb('version', '+', 1) }))
    .where('id', '=', cardId)
    .where('state', '=', 'active')
    .where('balance', '>=', -amount)
    .returning(['id', 'version', 'balance'])
    .executeTakeFirst()
  if (!card) return false
  await addTransaction(db, context, card, { kind, amount, paymentId })
  return true
}

async function addTransaction(
  db: WriteDb,
  { changes, name, now }: Doing,
  { id, version, balance }: Pick<Insertable<GiftCardTable>, 'id' | 'version' | 'balance'>,
  {
    amount,
    kind,
    paymentId,
    reason,
  }: Pick<GiftCardTransactionRow, 'kind' | 'amount'> & {
    readonly paymentId?: string | undefined
    readonly reason?: string | null | undefined
  },
): Promise<void> {
  changes.push({ type: 'gift-card.changed', id, version })
  await insertRow(db, 'gift_card_transactions', {
    gift_card_id: id,
    version,
    date: timestamp(now),
    actor: name,
    kind,
    amount,
    balance,
    payment_id: paymentId ?? null,
    reason: reason ?? null,
  })
}

/** Cards of all stores in the order of their ids. */
export const listGiftCardsAfter = async (db: ReadDb, id: string, limit: number): Promise<GiftCardRow[]> =>
  cards(db).where('card.id', '>', id).orderBy('card.id').limit(limit).execute()

/** What has happened to some cards, each in turn. */
export const listTransactionsOf = async (
  db: ReadDb,
  cardIds: readonly string[],
): Promise<GiftCardTransactionRow[]> =>
  db
    .selectFrom('gift_card_transactions')
    .selectAll()
    .where('gift_card_id', 'in', cardIds)
    .orderBy('gift_card_id')
    .orderBy('version')
    .execute()

/** What has happened to the cards of some orders for a reason that somebody wrote, each in turn. */
export const listReasonsOfOrders = async (
  db: ReadDb,
  orderIds: readonly string[],
): Promise<GiftCardTransactionRow[]> =>
  db
    .selectFrom('gift_card_transactions')
    .selectAll()
    .where('gift_card_id', 'in', cardsOfOrders(orderIds))
    .where('reason', 'is not', null)
    .orderBy('gift_card_id')
    .orderBy('version')
    .execute()

/** Takes these reasons out of the cards of some orders. */
export async function eraseReasonsOfOrders(db: WriteDb, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable('gift_card_transactions')
    .set({ reason: null })
    .where('gift_card_id', 'in', cardsOfOrders(orderIds))
    .where('reason', 'is not', null)
    .execute()
  await db
    .updateTable('gift_cards')
    .set({ reason: null })
    .where('order_id', 'in', orderIds)
    .where('reason', 'is not', null)
    .execute()
}

const cardsOfOrders =
  (orderIds: readonly string[]) => (eb: ExpressionBuilder<Tables, 'gift_card_transactions'>) =>
    eb.selectFrom('gift_cards').select('id').where('order_id', 'in', orderIds)

/**
 * Payments that were received by one of some cards, and of which the cards do not say the same. What went back onto a new card
 * is of the one that it had come from.
 */
export async function findPaymentsBesideCards(
  db: ReadDb,
  cardIds: readonly string[],
): Promise<{ cardId: string; paymentId: string }[]> {
  const ofCards = await db
    .selectFrom('gift_card_transactions')
    .select((eb) => [
      'gift_card_id as cardId',
      'payment_id as paymentId',
      eb.fn.sum<number | string>('amount').as('amount'),
    ])
    .where('gift_card_id', 'in', cardIds)
    .where('kind', '!=', 'issue')
    .where('payment_id', 'is not', null)
    .groupBy(['gift_card_id', 'payment_id'])
    .execute()
  const ofPayments = await db
    .selectFrom('payments as payment')
    .leftJoin('gift_card_transactions as issued', (join) =>
      join.onRef('issued.payment_id', '=', 'payment.id').on('issued.kind', '=', 'issue'),
    )
    .select((eb) => [
      'payment.gift_card_id as cardId',
      'payment.id as paymentId',
      sql<
        number | string
      >`${eb.ref('payment.refunded')} - ${eb.ref('payment.amount')} - coalesce(sum(${eb.ref('issued.amount')}), 0)`.as(
        'amount',
      ),
    ])
    .where('payment.gift_card_id', 'in', cardIds)
    .groupBy(['payment.id', 'payment.gift_card_id', 'payment.refunded', 'payment.amount'])
    .execute()
  const said = ({ amount, cardId, paymentId }: (typeof ofCards | typeof ofPayments)[number]): string =>
    [cardId, paymentId, Number(amount)].join()
  const [byCards, byPayments] = [new Set(ofCards.map(said)), new Set(ofPayments.map(said))]
  return [
    ...ofCards.filter((row) => !byPayments.has(said(row))),
    ...ofPayments.filter((row) => !byCards.has(said(row))),
  ].map(({ cardId, paymentId }) => ({ cardId: cardId ?? '', paymentId: paymentId ?? '' }))
}
