import type { CatalogBody, ManagedCatalog } from '../../core/catalog/manage/catalog.schema.ts'
import type {
  CriteriaKind,
  CriteriaKindsAnswer,
  ManagedPriceGroup,
  PriceGroupBody,
} from '../../core/price-groups/manage/price-group.schema.ts'
import type { ManagedTaxRate, TaxRateBody } from '../../core/tax-rates/tax-rate.schema.ts'
import { get } from './client.ts'
import { recordsAt } from './records.ts'

export type { CatalogBody, ManagedCatalog } from '../../core/catalog/manage/catalog.schema.ts'
export type {
  CriteriaKind,
  HeldRecord,
  ManagedPriceGroup,
  PriceGroupBody,
} from '../../core/price-groups/manage/price-group.schema.ts'
export type { ManagedTaxRate, TaxRateBody } from '../../core/tax-rates/tax-rate.schema.ts'

export const taxRates = recordsAt<ManagedTaxRate, ManagedTaxRate, TaxRateBody>(
  '/manage/tax-rates',
  'taxRates',
)

export const catalogs = recordsAt<ManagedCatalog, ManagedCatalog, CatalogBody>('/manage/catalogs', 'catalogs')

export const priceGroups = recordsAt<ManagedPriceGroup, ManagedPriceGroup, PriceGroupBody>(
  '/manage/price-groups',
  'priceGroups',
)

/** What criteria of price groups can be made of. */
export async function listCriteriaKinds(signal?: AbortSignal): Promise<CriteriaKind[]> {
  return (await get<CriteriaKindsAnswer>('/manage/price-groups/criteria-kinds', {}, signal)).criteriaKinds
}
