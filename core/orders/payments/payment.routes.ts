import { orderAddressIn } from '../../customers/address.ts'
import { orNull } from '../../kernel/optional-text.ts'
import { Paging } from '../../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../../http/routes.ts'
import { withIssuedUncoded } from '../../gift-cards/view-gift-card.ts'
import { answerRead, answerWrite } from '../../operations/answer.ts'
import { orderChanges } from '../order-changes.ts'
import { getOrder } from '../order-view.ts'
import { getOrderRow } from '../order.repository.ts'
import { Order, RefundAnswer } from '../order.schema.ts'
import { capturePayment, voidPayment } from './change-payment.ts'
import { methodsOfPayer } from './methods-of-payment.ts'
import { getPaymentRow } from './payment.repository.ts'
import {
  CapturePaymentBody,
  MethodsOfPaymentAnswer,
  MethodsOfPaymentQuery,
  RefundPaymentBody,
  VoidPaymentBody,
} from './payment.schema.ts'
import { refundPayment } from './refund-payment.ts'

const paymentParams = idParams('paymentId')
const extension = { tags: ['Extensions'], response: answers(Order) }
const staff = { scope: 'staff' } as const

export function paymentRoutes(app: App, services: Services): void {
  const change = orderChanges(services)

  app.get(
    '/payments/:paymentId/methods',
    {
      config: staff,
      schema: {
        operationId: 'listMethodsOfPayment',
        summary: 'Get the methods that a payment may be received by',
        description: 'Those that serve the country of the bill, in the order of the store.',
        tags: ['Extensions'],
        params: paymentParams,
        querystring: MethodsOfPaymentQuery,
        response: answers(MethodsOfPaymentAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const payment = await getPaymentRow(db, storeId, request.params.paymentId)
        const order = await getOrderRow(db, storeId, payment.order_id)
        const payer = {
          countryId: orderAddressIn(order.billing_address)?.country_id,
          currencyId: order.currency_id,
        }
        return methodsOfPayer(db, storeId, paging, payer, request.query.cultureCode)
      }),
  )

  app.post(
    '/payments/:paymentId/capture',
    {
      config: staff,
      schema: {
        operationId: 'capturePayment',
        summary: 'Capture a payment',
        description:
          'All of it or a part, by its own method or another. What is left of it is another payment of the order, which is paid once ' +
          'nothing is left. Until then the order can be changed no more, and nothing of it refunded but by cancelling it: Conflict.',
        params: paymentParams,
        body: CapturePaymentBody,
        ...extension,
      },
    },
    async (request, reply) =>
      change(request, reply, async (db, context) =>
        capturePayment(db, context, request.params.paymentId, {
          ...request.body,
          transactionId: orNull(request.body.transactionId),
          giftCardCode: orNull(request.body.giftCardCode),
        }),
      ),
  )

  app.post(
    '/payments/:paymentId/void',
    {
      config: staff,
      schema: {
        operationId: 'voidPayment',
        summary: 'Void a payment',
        params: paymentParams,
        body: VoidPaymentBody,
        ...extension,
      },
    },
    async (request, reply) =>
      change(request, reply, async (db, context) =>
        voidPayment(db, context, request.params.paymentId, orNull(request.body.reason)),
      ),
  )

  app.post(
    '/payments/:paymentId/refund',
    {
      config: staff,
      schema: {
        operationId: 'refundPayment',
        summary: 'Refund a payment',
        description:
          'It goes back the way it came. What was received by a gift card goes back onto it, or onto a new one with ' +
          '`ontoNewGiftCard`: a card that is deactivated takes nothing any more, Conflict.',
        params: paymentParams,
        body: RefundPaymentBody,
        ...extension,
        response: answers(RefundAnswer),
      },
    },
    async (request, reply) =>
      answerWrite<RefundAnswer>(
        services,
        request,
        reply,
        async (db, context) => {
          const reason = orNull(request.body.reason)
          const { paymentId } = request.params
          const { issued, orderId } = await refundPayment(db, context, paymentId, { ...request.body, reason })
          const order = await getOrder(db, context, orderId)
          return { value: { ...order, ...(issued && { issued }) }, changes: context.changes }
        },
        withIssuedUncoded,
      ),
  )
}
