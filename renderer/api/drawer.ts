import type {
  Drawer,
  DrawerBody,
  DrawerOpening,
  OpenDrawerBody,
} from '../../core/drawer-openings/drawer-opening.schema.ts'
import { get, post, request, writeHeaders } from './client.ts'

export type {
  Drawer,
  DrawerBody,
  DrawerOpening,
  OpenDrawerBody,
} from '../../core/drawer-openings/drawer-opening.schema.ts'

/** Where the cash drawer of this desk hangs, and whether it opened. */
export const getDrawer = async (signal?: AbortSignal): Promise<Drawer> => get('/drawer', {}, signal)

export const setDrawer = async (body: DrawerBody): Promise<Drawer> =>
  (await request('PUT', '/drawer', { body })).body as Drawer

/**
 * Opens it without a sale, which is kept.
 * @param idempotencyKey under which the same try may be repeated: it opens once
 */
export const openDrawer = async (body: OpenDrawerBody, idempotencyKey: string): Promise<DrawerOpening> =>
  post('/drawer/openings', body, writeHeaders({ idempotencyKey }))
