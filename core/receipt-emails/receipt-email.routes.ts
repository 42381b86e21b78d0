import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { findMailSettings } from '../mail-settings/mail-settings.repository.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { getOrderRow } from '../orders/order.repository.ts'
import { queueReceipt } from './queue-receipt.ts'
import { receiptEmailsOf } from './receipt-email.repository.ts'
import { ReceiptEmail, ReceiptEmailBody, ReceiptEmailsAnswer } from './receipt-email.schema.ts'
import { viewReceiptEmail } from './view-receipt-email.ts'

const tags = ['Extensions']
const config = { scope: ['support', 'staff'] as const }
const params = idParams('orderId')

/** Receipts of orders, sent by e-mail. */
export function receiptEmailRoutes(app: App, services: Services): void {
  app.get(
    '/orders/:orderId/receipt-emails',
    {
      config,
      schema: {
        operationId: 'listReceiptEmails',
        summary: 'List where the receipt of an order was sent',
        description: 'By e-mail, within the last year, with what waits to be sent and what could not be.',
        tags,
        params,
        response: answers(ReceiptEmailsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const { id } = await getOrderRow(db, storeId, request.params.orderId)
        const settings = await findMailSettings(db, storeId)
        const rows = await receiptEmailsOf(db, [id])
        return { isSetUp: settings !== undefined, receiptEmails: rows.map(viewReceiptEmail) }
      }),
  )

  app.post(
    '/orders/:orderId/receipt-emails',
    {
      config,
      schema: {
        operationId: 'emailReceipt',
        'x-refuses': ['Conflict'],
        summary: 'Send the receipt of an order by e-mail',
        description:
          'It is queued, and sent behind this request by the server of the store, as often as it takes: five times in an hour or, where ' +
          'there is no way to the server, for a day. `order.changed` tells when its state is another. In the language of the order; ' +
          'what stands in it is as the order is when it is sent. Conflict where the store sends no mail, and for an order that is reopened, ' +
          'cancelled or a return. Where a process is killed in the middle it may come twice, with the same `Message-ID`.',
        tags,
        params,
        body: ReceiptEmailBody,
        response: answers(ReceiptEmail),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const row = await queueReceipt(db, context, request.params.orderId, request.body.email)
        return { value: viewReceiptEmail(row), changes: context.changes }
      }),
  )
}
