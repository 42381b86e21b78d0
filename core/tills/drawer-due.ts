import type { Change } from '../kernel/change.ts'
import type { Context } from '../operations/context.ts'

/**
 * That coins and notes come or go, for the drawer to open once it lasts: at a console, whose clerk stands before it. A program
 * opens it where it wants it open.
 * @param id of what they come or go for
 */
export const drawerDue = ({ desk }: Pick<Context, 'desk'>, id: string): Change[] =>
  desk ? [{ type: 'drawer.due', id, version: 1 }] : []
