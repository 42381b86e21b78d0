import type { ListedCampaign } from '../../api/campaigns.ts'
import { now } from '../../ui/now.ts'

/** How a campaign stands now. */
export type Standing = 'draft' | 'codeless' | 'planned' | 'running' | 'over' | 'retired'

export const STANDING_LOOKS = {
  draft: 'warning',
  codeless: 'warning',
  planned: 'info',
  running: 'success',
  over: 'neutral',
  retired: 'neutral',
} as const satisfies Record<Standing, string>

type Judged = Pick<
  ListedCampaign,
  'automatic' | 'codeCount' | 'maxUses' | 'state' | 'uses' | 'validFrom' | 'validTo'
>

export function standingOf(campaign: Judged, moment = now.value): Standing {
  const { automatic, codeCount, maxUses, state, uses, validFrom, validTo } = campaign
  if (state !== 'active') return state
  // Used as often as it may be, it is over until an order is cancelled.
  const isUsedUp = maxUses !== null && uses >= maxUses
  if (isUsedUp || (validTo !== null && moment >= Date.parse(validTo))) return 'over'
  if (!automatic && codeCount === 0) return 'codeless'
  return validFrom !== null && moment < Date.parse(validFrom) ? 'planned' : 'running'
}
