import type { Room } from '../http/room.ts'
import { sweepReceiptEmails } from './forget-receipts.ts'
import { receiptEmailRoutes } from './receipt-email.routes.ts'
import * as schema from './receipt-email.schema.ts'
import type {} from './receipt-email.table.ts'

/** Receipts of orders that are sent by e-mail. By which server is `mail-settings`'s. */
export const receiptEmails = {
  routes: [receiptEmailRoutes],
  tables: ['receipt_emails'],
  cached: [],
  schemas: [schema],
  sweeps: [sweepReceiptEmails],
} as const satisfies Room
