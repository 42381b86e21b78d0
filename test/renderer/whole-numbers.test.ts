import { describe, expect, it } from 'vitest'
import {
  campaignBodyOf,
  campaignFormOf,
  type CampaignTerms,
} from '../../renderer/features/campaigns/campaign-form.ts'
import { methodBodyOf, methodFormOf, type MethodTerms } from '../../renderer/features/methods/method-form.ts'
import { groupBodyOf, groupFormOf } from '../../renderer/features/price-groups/group-form.ts'
import { parseWhole } from '../../renderer/ui/format.ts'

const texts = {
  amount: (example: string) => `no ${example}`,
  gone: 'no group',
  percent: 'no per cent',
  whole: 'no whole number',
  dayTime: 'no time',
}

describe('a whole number', () => {
  it.each([
    ['12', 'en-GB', 12],
    [' 12 ', 'en-GB', 12],
    ['-3', 'en-GB', -3],
    ['１００', 'ja-JP', 100],
    ['－３', 'ja-JP', -3],
    ['١٢', 'ar-EG', 12],
    ['12', 'ar-EG', 12],
    ['\u200e12\u200b', 'en-GB', 12],
    ['\u061c-\u0663', 'ar-EG', -3],
    ['', 'en-GB', undefined],
    ['1.5', 'en-GB', undefined],
    ['ten', 'en-GB', undefined],
    ['1234567890', 'en-GB', undefined],
  ])('%j in %s', (text, culture, value) => {
    expect(parseWhole(text, culture)).toBe(value)
  })

  it('is read so in a campaign, of its priority and its limits', () => {
    const terms: CampaignTerms = { culture: 'ja-JP', currencies: ['JPY'], timeZone: 'Asia/Tokyo', texts }
    const form = { ...campaignFormOf(undefined, terms), priority: '１０', maxUses: '１００' }
    const { body, faults } = campaignBodyOf(form, terms, undefined)
    expect(body).toMatchObject({ priority: 10, maxUses: 100, maxUsesPerCode: null })
    expect([faults['priority'], faults['maxUses']]).toEqual([undefined, undefined])
    for (const maxUses of ['-1', 'many'])
      expect(campaignBodyOf({ ...form, maxUses }, terms, undefined).faults['maxUses']).toBe(texts.whole)
  })

  it('is read so of the priority of a price group', () => {
    const form = groupFormOf(undefined, { culture: 'ja-JP', currency: 'JPY' })
    expect(groupBodyOf({ ...form, priority: '－５' }, 'ja-JP', texts)).toMatchObject({
      faults: {},
      body: { priority: -5 },
    })
    expect(groupBodyOf({ ...form, priority: '' }, 'ja-JP', texts).body.priority).toBe(0)
    expect(groupBodyOf({ ...form, priority: '1.5' }, 'ja-JP', texts).faults['priority']).toBe(texts.whole)
  })

  it('is read so of the place of a method', () => {
    const terms: MethodTerms = { culture: 'ja-JP', groups: [], texts }
    const form = methodFormOf(undefined, [], terms)
    const read = (position: string) => methodBodyOf({ ...form, position }, { field: 'fees', own: [] }, terms)
    expect(read('２')).toMatchObject({ faults: {}, body: { position: 2 } })
    expect(read('').body).not.toHaveProperty('position')
    for (const position of ['-1', 'first']) expect(read(position).faults['position']).toBe(texts.whole)
  })
})
