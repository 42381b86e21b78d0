/** What `npm start` uses of the core: built into `out/main/core.js`, which `start/built.ts` loads. */

import { findShop, type Desk } from '../core/database/desk-settings.ts'

export { LAUNCH_LINK_MINUTES } from '../core/access/launch-link.schema.ts'
export { offerRestore } from '../core/cli/restore-offer.ts'
export { DatabaseOpenError } from '../core/database/open-error.ts'
export { plainKeeper } from '../core/database/secret-keeper.ts'
export { openDesk } from '../core/engines.ts'
export { logBeside } from '../core/http/logging.ts'
export { openCore } from '../core/index.ts'

/** Makes the demo shops where there is no shop yet; a shop that is there is left alone. */
export async function seedDemoShop(desk: Desk): Promise<void> {
  // Only the first start needs them.
  const demo = await import('../core/cli/seed-demo-shop.ts')
  await demo.seedDemoShop(await findShop(desk))
}
