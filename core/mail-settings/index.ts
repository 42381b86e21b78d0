import type { Room } from '../http/room.ts'
import { mailSettingsRoutes } from './mail-settings.routes.ts'
import * as schema from './mail-settings.schema.ts'
import type {} from './mail-settings.table.ts'

/** By which server a store sends mail. How it is sent is `mail`'s, and what, of whoever sends some. */
export const mailSettings = {
  routes: [mailSettingsRoutes],
  tables: ['mail_settings'],
  cached: [],
  schemas: [schema],
} as const satisfies Room
