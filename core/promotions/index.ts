import type { Room } from '../http/room.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { campaignNoun } from './manage/campaign.noun.ts'
import * as managed from './manage/campaign.schema.ts'
import * as schema from './promotion.schema.ts'
import type {} from './promotion.table.ts'

const tables = [
  'campaigns',
  'campaign_texts',
  'campaign_currencies',
  'campaign_codes',
  'campaign_price_groups',
  'campaign_items',
  'campaign_item_amounts',
  'campaign_item_texts',
  'campaign_item_catalogs',
  'campaign_item_products',
] as const

/** Campaigns and what they take off. */
export const promotions = {
  routes: [recordRoutes(campaignNoun)],
  tables,
  cached: tables,
  schemas: [schema, managed],
} as const satisfies Room
