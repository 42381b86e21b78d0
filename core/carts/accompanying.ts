import type { Accompanying } from '../custom-properties/custom-property.schema.ts'
import type { ReadDb } from '../database/engine.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture } from '../stores/store.ts'

/**
 * Culture and price group may accompany a change that does not need them (section 4.4); given, they must exist.
 * @throws CommerceError BadRequest, naming the field
 */
export async function requireAccompanying(
  db: ReadDb,
  storeId: string,
  { cultureCode, priceGroupId }: Accompanying,
): Promise<void> {
  if (cultureCode !== undefined) requireCulture(await getStore(db, storeId), cultureCode)
  if (priceGroupId !== undefined) await getPriceGroup(db, storeId, priceGroupId)
}
