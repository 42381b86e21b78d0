import fc from 'fast-check'
import { having } from '../match.ts'
import { Refused } from '../model.ts'
import { withStore } from '../state.ts'
import { at, command, mostly, NOBODYS_ID, place, storeOf } from './command.ts'
import type { Campaign } from '../world.ts'

const HOUR = 3_600_000
/** Hours from the moment on which it is asked; none where the campaign is to be without a beginning or an end. */
const hours = fc.option(fc.constantFrom(-50, -2, -1, 0, 1, 2, 25, 200), { nil: null, freq: 3 })

/** What is sent of it. */
interface Change {
  readonly priority?: number
  readonly exclusive?: boolean
  readonly validFrom?: string | null
  readonly validTo?: string | null
}

/** Changes a campaign while carts have its discount, or its code. */
export const changeCampaign = command({
  name: 'change a campaign',
  weight: 4,
  picks: fc.record({
    store: fc.constantFrom('harbour' as const, 'uptown' as const),
    campaign: place,
    isKnown: mostly(true, false),
    change: fc.oneof(
      fc.record({ priority: fc.integer({ min: 0, max: 400 }) }),
      fc.record({ exclusive: fc.boolean() }),
      fc.record({ validFrom: hours }),
      fc.record({ validTo: hours }),
    ),
  }),
  call: (state, { campaign: index, change, isKnown, store: code }) => {
    const id = isKnown ? at(storeOf(state, code).campaigns, index)?.id : NOBODYS_ID
    if (id === undefined) return undefined
    const moment = (after: number | null): string | null =>
      after === null ? null : new Date(state.now + after * HOUR).toISOString()
    const body: Change = {
      ...('priority' in change && { priority: change.priority }),
      ...('exclusive' in change && { exclusive: change.exclusive }),
      ...('validFrom' in change && { validFrom: moment(change.validFrom) }),
      ...('validTo' in change && { validTo: moment(change.validTo) }),
    }
    return {
      store: code,
      method: 'PATCH',
      path: `/manage/campaigns/${id}`,
      body,
      scopes: ['manage'],
      decide: (before, caller) => {
        const { campaigns } = caller.store
        const old = campaigns.find((campaign) => campaign.id === id)
        if (!old) throw new Refused('NotFound')
        const { priority = old.priority, exclusive: isExclusive = old.isExclusive } = body
        const { validFrom: from = old.from, validTo: to = old.to } = body
        if (from !== null && to !== null && from >= to) throw new Refused('BadRequest', 'validTo')
        const now = { ...old, priority, isExclusive, from, to }
        const others = campaigns.filter((campaign) => campaign !== old)
        return {
          status: 200,
          body: having({ id, priority, exclusive: isExclusive, validFrom: from, validTo: to }),
          next: () => withStore(before, { ...caller.store, campaigns: [...others, now].sort(inTurn) }),
        }
      },
    }
  },
})

/** Those of a higher priority come first. */
const inTurn = (a: Campaign, b: Campaign): number => b.priority - a.priority || (a.id < b.id ? -1 : 1)
