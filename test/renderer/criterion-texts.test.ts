import { describe, expect, it } from 'vitest'
import { createI18n } from 'vue-i18n'
import { criterionKinds } from '../../core/price-groups/criteria/index.ts'
import type { CriterionParametersSchema } from '../../core/price-groups/manage/price-group.schema.ts'
import type { EvaluatedCriterion } from '../../renderer/api/price-groups.ts'
import { saidOf } from '../../renderer/features/price-groups/group-form.ts'
import { kindTexts } from '../../renderer/features/price-groups/kind-texts.ts'
import { criterionTexts } from '../../renderer/features/prices/criterion-texts.ts'
import { da } from '../../renderer/i18n/da/index.ts'
import { de } from '../../renderer/i18n/de/index.ts'
import { en } from '../../renderer/i18n/en/index.ts'
import { ja } from '../../renderer/i18n/ja/index.ts'

function translate(locale: 'en' | 'da' | 'de' | 'ja') {
  const { global } = createI18n({ legacy: false, locale, messages: { en, da, de, ja } })
  return (key: string, named: Record<string, string | number> = {}) => global.t(key, named)
}
const textsIn = (locale: 'en' | 'da' | 'de' | 'ja', region: string) =>
  criterionTexts({ t: translate(locale), locale: region, timeZone: 'Europe/Copenhagen' })
const english = textsIn('en', 'en-GB')

const criterion = (
  kind: string,
  asked: readonly (readonly [parameter: string, value: string, name?: string])[],
  found: readonly (readonly [value: string, name?: string])[],
  more: Partial<EvaluatedCriterion> = {},
): EvaluatedCriterion => ({
  ...{ kind, description: 'as the core says it', reason: 'its reason', valid: false, inheritedFrom: null },
  asked: asked.map(([parameter, value, name = null]) => ({ parameter, value, name })),
  found: found.map(([value, name = null]) => ({ value, name })),
  ...more,
})

const club = criterion(
  'customerGroup',
  [
    ['customerGroup', 'id-1', 'Club'],
    ['customerGroup', 'id-2', 'Staff'],
  ],
  [['id-3', 'Trade']],
)
const NOW = '2026-11-20T09:30:00.000Z'
const jubilee = criterion('timeWindow', [['from', '2099-12-31T23:00:00Z']], [[NOW]])
const morning = criterion(
  'timeWindow',
  [
    ['weekday', '1'],
    ['weekday', '5'],
    ['startTime', '08:00'],
    ['endTime', '10:30'],
  ],
  [[NOW]],
  { valid: true },
)

describe('a criterion in words', () => {
  it('says what it asks for and how that stands, and where it is inherited from', () => {
    expect(english.whole(club)).toBe('The customer belongs to Club or Staff; here: Trade')
    expect(english.whole({ ...club, found: [] })).toBe(
      'The customer belongs to Club or Staff; here: to no customer group',
    )
    const inherited = { ...club, inheritedFrom: { id: 'id', name: 'Summer' } }
    expect(english.whole(inherited)).toMatch(/\(inherited from Summer\)$/)
    const exported = criterion(
      'property',
      [
        ['key', 'export'],
        ['value', 'tax-free'],
        ['value', 'yes'],
      ],
      [['']],
    )
    expect(english.whole(exported)).toBe('The property export is “tax-free” or “yes”; here: empty')
    expect(english.stands({ ...exported, found: [] })).toBe('here: not given')
  })

  it('tells times as the clock of the store shows them, never as the wire does', () => {
    expect(english.asks(jubilee)).toBe('The time is from 1 Jan 2100, 00:00')
    expect(english.stands(jubilee)).toBe('now: Friday, 20 Nov 2026, 10:30')
    expect(english.asks(morning)).toBe('The time is on Monday or Friday between 08:00 and 10:30')
    expect(english.asks(criterion('timeWindow', [['endTime', '10:30']], []))).toBe('The time is until 10:30')
    expect(english.asks(criterion('timeWindow', [], []))).toBe('The time is any')
  })

  it('says it in every language of the console', () => {
    expect(textsIn('da', 'da-DK').whole(club)).toBe('Kunden hører til Club eller Staff; her: Trade')
    expect(textsIn('de', 'de-DE').asks(morning)).toBe(
      'Zeitraum: Montag oder Freitag zwischen 08:00 und 10:30',
    )
    expect(textsIn('ja', 'ja-JP').asks(jubilee)).toBe('日時：2100/01/01 0:00 以降')
    for (const texts of [textsIn('da', 'da-DK'), textsIn('de', 'de-DE'), textsIn('ja', 'ja-JP')]) {
      expect(texts.whole(jubilee)).not.toMatch(/\dT\d\d:|\dZ|as the core says it/)
    }
  })

  it('says why a group is valid', () => {
    const member = { ...club, valid: true, found: [{ value: 'id-2', name: 'Staff' }] }
    expect(english.because([member, { ...club, found: [] }])).toBe('the customer belongs to Staff')
    expect(english.because([member, morning])).toBe(
      'the customer belongs to Staff and it is Friday, 20 Nov 2026, 10:30',
    )
    expect(english.because([])).toBe('it is for everybody')
    expect(textsIn('de', 'de-DE').because([member])).toBe('der Kunde zu Staff gehört')
  })

  it.each(criterionKinds().map(({ kind, parameters }) => ({ kind, parameters })))(
    'of the kind $kind is said by the console itself, in the editor and in what became of it',
    ({ kind, parameters }) => {
      const { kind: kindText, parameter } = kindTexts(translate('en'))
      const missing = 'has no words in renderer/features/price-groups/kind-texts.ts'
      expect(kindText(kind), `${kind} ${missing}`).not.toBe(kind)
      const { properties = {} } = parameters as { properties?: object }
      for (const name of Object.keys(properties))
        expect(parameter(kind, name), `${kind}.${name} ${missing}`).not.toBe(name)
      const met = criterion(kind, [], [[NOW]], { valid: true })
      for (const said of [english.asks(met), english.stands(met), english.because([met])])
        expect(said, `${kind} has no case in renderer/features/prices/criterion-texts.ts`).not.toMatch(
          /as the core says it|its reason/,
        )
    },
  )

  it('that is half typed is told without what has not its form yet', () => {
    const kinds = criterionKinds().map(({ kind, parameters }) => ({
      kind,
      parameters: parameters as unknown as CriterionParametersSchema,
    }))
    const said = (kind: string, parameters: Record<string, string[]>) =>
      saidOf({ kind, parameters }, kinds).parameters
    const hours = { weekday: ['6'], startTime: ['09:00'], endTime: ['12:'], from: ['24/12'], to: [''] }
    expect(said('timeWindow', hours)).toEqual({ weekday: ['6'], startTime: ['09:00'] })
    expect(said('timeWindow', { from: ['2026-12-24T17:30'] })).toEqual({ from: ['2026-12-24T17:30'] })
    expect(said('property', { key: ['card'], value: ['gold', ' '] })).toEqual({
      key: ['card'],
      value: ['gold'],
    })
    expect(said('weather', { sun: ['yes'] })).toEqual({ sun: ['yes'] })
  })

  it('of a kind that the console does not know is said as the core says it', () => {
    const unknown = criterion('weather', [['sun', 'yes']], [], { valid: true })
    expect(english.whole(unknown)).toBe('as the core says it; its reason')
    expect(english.because([unknown])).toBe('its reason')
  })
})
