import type { Context } from '../access/context.ts'
import type { WriteDb } from '../database/database.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'

/**
 * What accompanies a change without changing anything itself (section 4.4): given, it must exist.
 * @throws CommerceError BadRequest, naming the field
 */
export async function checkAccompanying(
  db: WriteDb,
  { storeId }: Context,
  { cultureCode, priceGroupId }: { cultureCode?: string | undefined; priceGroupId?: string | undefined },
): Promise<void> {
  if (cultureCode !== undefined) requireCulture(await getStore(db, storeId), cultureCode)
  if (priceGroupId !== undefined) await getPriceGroup(db, storeId, priceGroupId)
}
