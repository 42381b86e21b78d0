import type { ListedCampaign } from '../../api/campaigns.ts'

/** How a campaign stands now. */
export type Standing = 'draft' | 'planned' | 'running' | 'over' | 'retired'

export const STANDING_LOOKS = {
  draft: 'warning',
  planned: 'info',
  running: 'success',
  over: 'neutral',
  retired: 'neutral',
} as const satisfies Record<Standing, string>

export function standingOf(
  { state, validFrom, validTo }: Pick<ListedCampaign, 'state' | 'validFrom' | 'validTo'>,
  now = Date.now(),
): Standing {
  if (state !== 'active') return state
  if (validFrom !== null && now < Date.parse(validFrom)) return 'planned'
  return validTo !== null && now >= Date.parse(validTo) ? 'over' : 'running'
}
