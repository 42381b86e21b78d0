import type {
  Drawer,
  DrawerBody,
  DrawerEvents,
  DrawerOpening,
  OpenDrawerBody,
} from '../../core/drawer-openings/drawer-opening.schema.ts'
import type { RecordEvent } from '../../core/history/record-event.schema.ts'
import { get, ifSeen, post, request, versioned, writeHeaders, type Versioned } from './client.ts'

export type {
  Drawer,
  DrawerBody,
  DrawerOpening,
  OpenDrawerBody,
} from '../../core/drawer-openings/drawer-opening.schema.ts'

/** Where the cash drawer of this desk hangs, and whether it opened, with its version, as records have it. */
export type VersionedDrawer = Versioned<Drawer>

const drawerIn = (answer: Awaited<ReturnType<typeof request>>): VersionedDrawer =>
  versioned<Drawer>(answer, () => 'drawer')

export const getDrawer = async (signal?: AbortSignal): Promise<VersionedDrawer> =>
  drawerIn(await request('GET', '/drawer', { signal }))

/** Says where it hangs, where that still is in the version that was seen. */
export const setDrawer = async (
  seen: Pick<VersionedDrawer, 'version'>,
  body: DrawerBody,
): Promise<VersionedDrawer> => drawerIn(await request('PUT', '/drawer', { body, headers: ifSeen(seen) }))

/** Who has said so, newest first. */
export const listDrawerEvents = async (): Promise<readonly RecordEvent[]> =>
  (await get<DrawerEvents>('/drawer/events')).events

/**
 * Opens it without a sale, which is kept.
 * @param idempotencyKey under which the same try may be repeated: it opens once
 */
export const openDrawer = async (body: OpenDrawerBody, idempotencyKey: string): Promise<DrawerOpening> =>
  post('/drawer/openings', body, writeHeaders({ idempotencyKey }))
