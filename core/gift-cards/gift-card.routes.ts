import { orNull } from '../kernel/optional-text.ts'
import { etagOf } from '../http/etag.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { toMajor } from '../kernel/money.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { deactivateGiftCard, isReplaceable, replaceGiftCard } from './change-gift-card.ts'
import { hashOfCode } from './gift-card-code.ts'
import {
  findGiftCardByCode,
  getGiftCardRow,
  listGiftCardRows,
  listTransactionRows,
  noCard,
  sumBalances,
} from './gift-card.repository.ts'
import {
  DeactivateGiftCardBody,
  GiftCard,
  GiftCardsAnswer,
  GiftCardsQuery,
  GiftCardTransactionsAnswer,
  IssuedGiftCard,
  IssueGiftCardBody,
  LookUpGiftCardBody,
  OutstandingGiftCards,
  ReplaceGiftCardBody,
  ShownGiftCard,
} from './gift-card.schema.ts'
import { PageQuery } from '../http/schema.ts'
import { issueStoreCredit } from './issue-gift-card.ts'
import { viewGiftCard, viewTransaction, withoutCode } from './view-gift-card.ts'

const staff = { scope: 'staff' } as const
const manage = { scope: 'manage' } as const
const tags = ['Extensions']
const params = idParams('giftCardId')

export function giftCardRoutes(app: App, services: Services): void {
  app.get(
    '/gift-cards',
    {
      config: staff,
      schema: {
        operationId: 'listGiftCards',
        summary: 'List gift cards',
        description: 'Newest first.',
        tags,
        querystring: GiftCardsQuery,
        response: answers(GiftCardsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const cards = await listGiftCardRows(db, storeId, paging.page, request.query)
        return { giftCards: cards.rows.map(viewGiftCard), nextPagingToken: paging.next(cards) }
      }),
  )

  app.get(
    '/gift-cards/outstanding',
    {
      config: staff,
      schema: {
        operationId: 'getOutstandingGiftCards',
        summary: 'Get what all gift cards hold',
        tags,
        response: answers(OutstandingGiftCards),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const sums = await sumBalances(db, storeId)
        return {
          outstanding: sums.map(({ balance, giftCards, isoCode }) => ({
            currency: isoCode,
            giftCards,
            balance: toMajor(balance, isoCode),
          })),
        }
      }),
  )

  app.get(
    '/gift-cards/:giftCardId',
    {
      config: staff,
      schema: {
        operationId: 'getGiftCard',
        summary: 'Get a gift card',
        description: 'Its version is in the `ETag`.',
        tags,
        params,
        response: answers(ShownGiftCard),
      },
    },
    async (request, reply) => {
      const card = await answerRead<ShownGiftCard>(services, request, async (db, context) => {
        const row = await getGiftCardRow(db, context.storeId, request.params.giftCardId)
        return { ...viewGiftCard(row), ...((await isReplaceable(db, context, row)) && { replaceable: true }) }
      })
      reply.header('etag', etagOf(card.version))
      return card
    },
  )

  app.get(
    '/gift-cards/:giftCardId/transactions',
    {
      config: staff,
      schema: {
        operationId: 'listGiftCardTransactions',
        summary: 'List what has happened to a gift card',
        description: 'Newest first.',
        tags,
        params,
        querystring: PageQuery,
        response: answers(GiftCardTransactionsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const card = await getGiftCardRow(db, storeId, request.params.giftCardId)
        const moved = await listTransactionRows(db, card.id, paging.page)
        return {
          transactions: moved.rows.map((row) => viewTransaction(card, row)),
          nextPagingToken: paging.next(moved),
        }
      }),
  )

  app.post(
    '/gift-cards/lookup',
    {
      config: staff,
      schema: {
        operationId: 'lookUpGiftCard',
        'x-refuses': ['NotFound'],
        summary: 'Find a gift card by its code',
        description: 'The code is in the body, as addresses are written into logs.',
        tags,
        body: LookUpGiftCardBody,
        response: answers(GiftCard),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const card = await findGiftCardByCode(db, storeId, hashOfCode(request.body.code))
        if (!card) throw noCard()
        return viewGiftCard(card)
      }),
  )

  app.post(
    '/gift-cards',
    {
      config: manage,
      schema: {
        operationId: 'issueGiftCard',
        'x-refuses': ['Conflict'],
        summary: 'Issue a gift card that was not sold',
        description:
          'Store credit. One that was sold is issued with its order: `POST /orders/{orderId}/gift-cards`. The code is shown in this ' +
          'answer and never again; only its digest is kept.',
        tags,
        body: IssueGiftCardBody,
        response: answers(IssuedGiftCard),
      },
    },
    async (request, reply) =>
      answerWrite<IssuedGiftCard>(
        services,
        request,
        reply,
        async (db, context) => {
          const value = await issueStoreCredit(db, context, request.body)
          return { value, version: value.giftCard.version, changes: context.changes }
        },
        withoutCode,
      ),
  )

  app.post(
    '/gift-cards/:giftCardId/replace',
    {
      config: { ...staff, heedsIfMatch: true },
      schema: {
        operationId: 'replaceGiftCard',
        'x-refuses': ['Conflict'],
        summary: 'Give a gift card another code',
        description:
          'Of a card that was lost: what is on it stays, and the old code serves no more. The new one is shown in this answer and ' +
          'never again. Needs `manage`, as whoever has the code can spend the card; of a card that the caller has issued within the last ' +
          '24 hours, and that nothing else has happened to since, `staff`: the answer that told its code may be lost.',
        tags,
        params,
        body: ReplaceGiftCardBody,
        response: answers(IssuedGiftCard),
      },
    },
    async (request, reply) =>
      answerWrite<IssuedGiftCard>(
        services,
        request,
        reply,
        async (db, context) => {
          const { code, reason } = request.body
          const { giftCardId } = request.params
          const value = await replaceGiftCard(db, context, giftCardId, { code, reason: orNull(reason) })
          return { value, version: value.giftCard.version, changes: context.changes }
        },
        withoutCode,
      ),
  )

  app.post(
    '/gift-cards/:giftCardId/deactivate',
    {
      config: { ...manage, heedsIfMatch: true },
      schema: {
        operationId: 'deactivateGiftCard',
        'x-refuses': ['Conflict'],
        summary: 'Deactivate a gift card',
        description: 'For good: what is on it can be spent no more.',
        tags,
        params,
        body: DeactivateGiftCardBody,
        response: answers(GiftCard),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const { giftCardId } = request.params
        const value = await deactivateGiftCard(db, context, giftCardId, request.body.reason)
        return { value, version: value.version, changes: context.changes }
      }),
  )
}
