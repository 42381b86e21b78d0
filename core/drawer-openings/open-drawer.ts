import { orNull } from '../kernel/optional-text.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Drawer } from '../drawer/drawer.ts'
import { noDrawer, type DrawerError, type DrawerFault } from '../drawer/drawer-fault.ts'
import { printerAddressText } from '../drawer/printer-address.ts'
import { timestamp } from '../kernel/clock.ts'
import { conflict, said, type CommerceError, type Said } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import { requireOpenTill, requireTill } from '../tills/till.repository.ts'
import { addDrawerOpening, lastOpeningNumber } from './drawer-opening.repository.ts'
import type { DrawerOpening, OpenDrawerBody } from './drawer-opening.schema.ts'
import { viewOpening } from './view-drawer.ts'

/**
 * Keeps that a drawer is opened without a sale: who, when and why, before it is.
 * @throws CommerceError BadRequest for a till that there is not, or that is retired
 */
export async function keepOpening(
  db: WriteDb,
  context: Context,
  id: string,
  { purpose = 'no-sale', reason, tillId }: OpenDrawerBody,
): Promise<DrawerOpening> {
  // What is left in one that takes no more is counted still.
  const find = purpose === 'count' ? requireTill : requireOpenTill
  const till = await find(db, context.storeId, tillId)
  const of = { storeId: context.storeId, tillId: till?.id ?? null }
  const row = {
    id,
    store_id: of.storeId,
    till_id: of.tillId,
    number: (await lastOpeningNumber(db, of)) + 1,
    date: timestamp(context.now),
    actor: context.name,
    purpose,
    reason: orNull(reason?.trim()),
    did_open: 1,
  }
  await addDrawerOpening(db, row)
  return viewOpening(row)
}

/** @throws CommerceError Conflict where no drawer is set at this desk */
export function requireDrawer(drawer: Drawer): void {
  if (!drawer.settings()) throw noDrawer()
}

/** That it did not open, in the words of whoever stands before it. */
export const unopened = ({ fault, printer }: DrawerError): CommerceError =>
  conflict(`drawer.${fault}`, TEXTS[fault](printerAddressText(printer)))

const TEXTS: Readonly<Record<DrawerFault, (printer: string) => Said>> = {
  refused: (printer) => said`The drawer did not open: the printer at ${{ printer }} takes no connection.`,
  silent: (printer) => said`The drawer did not open: the printer at ${{ printer }} does not answer.`,
  unknown: (printer) => said`The drawer did not open: nobody knows a printer called ${{ printer }}.`,
  unreachable: (printer) => said`The drawer did not open: there is no way to the printer at ${{ printer }}.`,
  closed: (printer) =>
    said`The drawer may not have opened: the printer at ${{ printer }} has ended the connection at once.`,
}
