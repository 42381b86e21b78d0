import type {
  CampaignPreview,
  CampaignPreviewBody,
} from '../../core/carts/campaign-preview/campaign-preview.schema.ts'
import type {
  CampaignBody,
  ListedCampaign,
  ManagedCampaign,
} from '../../core/promotions/manage/campaign.schema.ts'
import { request } from './client.ts'
import { recordsAt } from './records.ts'

export type {
  CampaignPreview,
  CampaignPreviewBody,
} from '../../core/carts/campaign-preview/campaign-preview.schema.ts'
export type {
  CampaignBody,
  ListedCampaign,
  ManagedCampaign,
} from '../../core/promotions/manage/campaign.schema.ts'

/** What the shop takes off, when, and for whom. */
export const campaigns = recordsAt<ListedCampaign, ManagedCampaign, CampaignBody>(
  '/manage/campaigns',
  'campaigns',
)

/** What a campaign would make of a cart; writes nothing. */
export async function previewCampaign(
  body: CampaignPreviewBody,
  signal?: AbortSignal,
): Promise<CampaignPreview> {
  return (await request('POST', '/manage/campaigns/preview', { body, signal })).body as CampaignPreview
}
