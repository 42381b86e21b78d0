import { AddressBody } from '../customers/address.schema.ts'
import { COUNTED, countOf } from '../database/queries/keyset.ts'
import { etagOf } from '../http/etag.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { CountAnswer } from '../http/schema.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { readFilters } from '../price-groups/filters.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'
import { abandonCart } from './abandon-cart.ts'
import { addLine } from './add-line.ts'
import { addressChange, cartChange, cartChanges, type ShownCart } from './cart-changes.ts'
import {
  AddLineAnswer,
  AddLineBody,
  AddressChange,
  Cart,
  CartChange,
  CartPriceGroupsAnswer,
  CartPriceGroupsQuery,
  CartsAnswer,
  CartsCountQuery,
  CartsQuery,
  ChangeQuery,
  CreateCartAnswer,
  CreateCartBody,
  GetCartQuery,
  RemoveLinesBody,
  ShippingBody,
  UpdateCartBody,
  UpdateLineBody,
  UpdateLineQuery,
} from './cart.schema.ts'
import { removeLine, removeLinesOf, updateLine } from './change-line.ts'
import { createCart } from './create-cart.ts'
import { getCart } from './get-cart.ts'
import { listCarts } from './list-carts.ts'
import { listPriceGroupsOfCart } from './list-price-groups-of-cart.ts'
import { removeBillingAddress } from './remove-billing-address.ts'
import { removeShipping } from './remove-shipping.ts'
import { setBillingAddress } from './set-billing-address.ts'
import { setShipping } from './set-shipping.ts'
import { updateCart } from './update-cart.ts'

const lineAdded = (shown: ShownCart, { lineId }: { lineId: string; version: number }) => ({
  ...cartChange(shown),
  lineId,
})
const cartParams = idParams('cartId')
const lineParams = idParams('cartId', 'lineId')

export function cartRoutes(app: App, services: Services): void {
  const change = cartChanges(services)

  app.get(
    '/carts',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listCarts',
        summary: 'List carts',
        tags: ['Extensions'],
        querystring: CartsQuery,
        response: answers(CartsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const carts = await listCarts(db, storeId, paging.page, request.query)
        return { carts: [...carts.rows], nextPagingToken: paging.next(carts) }
      }),
  )

  app.get(
    '/carts/count',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'countCarts',
        summary: 'Count carts',
        description:
          'How many carts a search finds, so that whoever reads its first page knows what is behind it.',
        tags: ['Extensions'],
        querystring: CartsCountQuery,
        response: answers(CountAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) =>
        countOf(await listCarts(db, storeId, COUNTED, request.query)),
      ),
  )

  app.post(
    '/carts',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'createCart',
        'x-section': '4.3',
        summary: 'Create a cart',
        tags: ['Carts'],
        body: CreateCartBody,
        response: answers(CreateCartAnswer),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => ({
        value: { cartId: await createCart(db, context, request.body) },
        changes: context.changes,
      })),
  )

  app.get(
    '/carts/:cartId',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'getCart',
        'x-section': '4.3',
        summary: 'Get a cart',
        description:
          'With `paymentMethodId` (and `priceGroupId`, else that of the first line) the totals include the fee of ' +
          'that method, as they would be when the cart is placed with it. Discounts of an open cart are those of now, though ' +
          'nobody has changed it since its campaigns have begun or ended.',
        tags: ['Carts'],
        params: cartParams,
        querystring: GetCartQuery,
        response: answers(Cart),
      },
    },
    async (request, reply) => {
      const { cart, version } = await answerRead(services, request, async (db, context) =>
        getCart(db, context, request.params.cartId, request.query),
      )
      reply.header('etag', etagOf(version))
      return cart
    },
  )

  app.get(
    '/carts/:cartId/price-groups',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listPriceGroupsOfCart',
        summary: 'Which price groups are valid for a cart, and what it would cost in each',
        description:
          'Every price group of the cart’s currency, held against the cart’s customer, its properties and the time; ' +
          '`filters-*` count before those. The cheapest valid group comes first.',
        tags: ['Extensions'],
        params: cartParams,
        querystring: CartPriceGroupsQuery,
        response: answers(CartPriceGroupsAnswer),
      },
    },
    async (request) => {
      const filters = readFilters(request.query)
      const { cultureCode } = request.query
      return answerRead(services, request, async (db, context) => {
        const paging = new Paging(services.cursorKey, request, context.storeId)
        const culture =
          cultureCode === undefined
            ? undefined
            : requireCulture(await getStore(db, context.storeId), cultureCode)
        const listed = await listPriceGroupsOfCart(db, context, request.params.cartId, paging.page, {
          culture,
          filters,
        })
        return { priceGroups: [...listed.rows], nextPagingToken: paging.next(listed) }
      })
    },
  )

  app.patch(
    '/carts/:cartId',
    {
      config: { scope: 'storefront', heedsIfMatch: true },
      schema: {
        operationId: 'updateCart',
        summary: 'Change note, customer, culture or price group of a cart',
        description:
          'A price group moves every line and the shipment to its prices, all or none. One that is not valid for the ' +
          'cart’s customer, properties and time needs a `priceGroupReason`: it stays on the cart, with who and when, ' +
          'and becomes an event of the order.',
        tags: ['Extensions'],
        params: cartParams,
        querystring: ChangeQuery,
        body: UpdateCartBody,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) =>
        updateCart(db, context, request.params.cartId, request.body),
      ),
  )

  app.delete(
    '/carts/:cartId',
    {
      config: { scope: 'staff', heedsIfMatch: true },
      schema: {
        operationId: 'abandonCart',
        summary: 'Abandon a cart',
        description:
          'A cart that has been placed is Conflict: cancel its order. One whose order has been reopened cancels the order.',
        tags: ['Extensions'],
        params: cartParams,
        querystring: ChangeQuery,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) =>
        abandonCart(db, context, request.params.cartId),
      ),
  )

  app.post(
    '/carts/:cartId/lines',
    {
      config: { scope: 'storefront', approvable: true, heedsIfMatch: true },
      schema: {
        operationId: 'addLine',
        'x-section': '4.2',
        summary: 'Add goods to a cart',
        tags: ['Carts'],
        params: cartParams,
        querystring: ChangeQuery,
        body: AddLineBody,
        response: answers(AddLineAnswer),
      },
    },
    async (request, reply) =>
      change(request, reply, lineAdded, async (db, context) =>
        addLine(db, context, request.params.cartId, request.body),
      ),
  )

  app.patch(
    '/carts/:cartId/lines/:lineId',
    {
      config: { scope: 'storefront', approvable: true, heedsIfMatch: true },
      schema: {
        operationId: 'updateLine',
        summary: 'Change a line',
        tags: ['Carts'],
        params: lineParams,
        querystring: UpdateLineQuery,
        body: UpdateLineBody,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) =>
        updateLine(db, context, request.params, { ...request.body, ...request.query }),
      ),
  )

  app.delete(
    '/carts/:cartId/lines/:lineId',
    {
      config: { scope: 'storefront', heedsIfMatch: true },
      schema: {
        operationId: 'removeLine',
        summary: 'Remove a line',
        tags: ['Carts'],
        params: lineParams,
        querystring: ChangeQuery,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) => removeLine(db, context, request.params)),
  )

  app.delete(
    '/carts/:cartId/lines',
    {
      config: { scope: 'storefront', heedsIfMatch: true },
      schema: {
        operationId: 'removeLinesOfProduct',
        summary: 'Remove the lines of a product',
        tags: ['Carts'],
        params: cartParams,
        querystring: ChangeQuery,
        body: RemoveLinesBody,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) =>
        removeLinesOf(db, context, request.params.cartId, request.body),
      ),
  )

  app.post(
    '/carts/:cartId/billing-address',
    {
      config: { scope: 'storefront', heedsIfMatch: true },
      schema: {
        operationId: 'setBillingAddress',
        'x-section': '4.6',
        summary: 'Set the billing address',
        tags: ['Billing'],
        params: cartParams,
        querystring: ChangeQuery,
        body: AddressBody,
        response: answers(AddressChange),
      },
    },
    async (request, reply) =>
      change(request, reply, addressChange, async (db, context) =>
        setBillingAddress(db, context, request.params.cartId, request.body),
      ),
  )

  app.post(
    '/carts/:cartId/shipping',
    {
      config: { scope: 'storefront', heedsIfMatch: true },
      schema: {
        operationId: 'setShipping',
        'x-section': '4.7',
        summary: 'Set shipping method and address',
        tags: ['Shipping'],
        params: cartParams,
        querystring: ChangeQuery,
        body: ShippingBody,
        response: answers(AddressChange),
      },
    },
    async (request, reply) =>
      change(request, reply, addressChange, async (db, context) =>
        setShipping(db, context, request.params.cartId, request.body),
      ),
  )

  app.delete(
    '/carts/:cartId/billing-address',
    {
      config: { scope: 'staff', heedsIfMatch: true },
      schema: {
        operationId: 'removeBillingAddress',
        summary: 'Take the billing address off a cart',
        tags: ['Extensions'],
        params: cartParams,
        querystring: ChangeQuery,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) =>
        removeBillingAddress(db, context, request.params.cartId),
      ),
  )

  app.delete(
    '/carts/:cartId/shipping',
    {
      config: { scope: 'staff', heedsIfMatch: true },
      schema: {
        operationId: 'removeShipping',
        summary: 'Take shipping method and address off a cart',
        tags: ['Extensions'],
        params: cartParams,
        querystring: ChangeQuery,
        response: answers(CartChange),
      },
    },
    async (request, reply) =>
      change(request, reply, cartChange, async (db, context) =>
        removeShipping(db, context, request.params.cartId),
      ),
  )
}
