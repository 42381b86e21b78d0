import { computed, type ComputedRef } from 'vue'
import type { EvaluatedCriterion } from '../../api/price-groups.ts'
import { useTexts, type Texts } from '../../i18n/index.ts'
import { formatMoment } from '../../ui/format.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { dateFormat } from '../../ui/intl.ts'

/** Criteria of price groups in words that a clerk can repeat, out of what the core says of them. */
export interface CriterionTexts {
  /** What is asked for: "The customer belongs to Club". */
  asks: (criterion: EvaluatedCriterion) => string
  /** How it stands: "here: Trade". */
  stands: (criterion: EvaluatedCriterion) => string
  /** Both, and where it is inherited from. */
  whole: (criterion: EvaluatedCriterion) => string
  /** Why a group is valid, for a sentence that begins with "because". */
  because: (criteria: readonly EvaluatedCriterion[]) => string
}

/** What is said of the criteria of a kind. */
interface Words {
  asks: (criterion: EvaluatedCriterion) => string
  stands: (criterion: EvaluatedCriterion) => string
  /** Why it holds, behind “because”. */
  holds: (criterion: EvaluatedCriterion) => string
}

/** Of a kind that the console does not know, what the core says. */
const UNKNOWN: Words = {
  asks: ({ description }) => description,
  stands: ({ reason }) => reason,
  holds: ({ reason }) => reason,
}

/** As {@link criterionTexts}, in the console's language and on the store's clock. */
export function useCriterionTexts(): ComputedRef<CriterionTexts> {
  const { t, locale } = useTexts()
  const storeInfo = useStoreInfo()
  return computed(() => criterionTexts({ t, locale: locale.value, timeZone: storeInfo.store?.timeZone }))
}

/** @param timeZone the store's: times are told as its clock shows them */
export function criterionTexts({
  t,
  locale,
  timeZone,
}: {
  t: Texts['t']
  locale: string
  timeZone: string | undefined
}): CriterionTexts {
  const anyOf = (texts: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(texts)
  const quoted = (text: string) => t('criterion.quoted', { text })
  const now = (moment: string) =>
    dateFormat(locale, {
      ...{ weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', timeZone },
    }).format(new Date(moment))

  const circle = (kind: 'customerGroup' | 'organization'): Words => ({
    asks: ({ asked }) => t(`criterion.${kind}`, { names: anyOf(namesOf(asked)) }),
    stands: ({ found }) =>
      found.length > 0
        ? t('criterion.here', { found: namesOf(found).join(', ') })
        : t(`criterion.${kind}None`),
    holds({ asked, found }) {
      const wanted = new Set(asked.map(({ value }) => value))
      return t(`criterion.${kind}Holds`, {
        names: anyOf(namesOf(found.filter(({ value }) => wanted.has(value)))),
      })
    },
  })
  const kinds: Readonly<Record<string, Words>> = {
    customerGroup: circle('customerGroup'),
    organization: circle('organization'),
    property: {
      asks: (criterion) =>
        t('criterion.property', {
          key: valuesOf(criterion, 'key')[0] ?? '',
          values: anyOf(valuesOf(criterion, 'value').map(quoted)),
        }),
      stands({ found: [first] }) {
        if (!first) return t('criterion.propertyNone')
        return t('criterion.here', { found: first.value === '' ? t('criterion.empty') : quoted(first.value) })
      },
      holds: (criterion) =>
        t('criterion.propertyHolds', {
          key: valuesOf(criterion, 'key')[0] ?? '',
          value: quoted(criterion.found[0]?.value ?? ''),
        }),
    },
    timeWindow: {
      asks: (criterion) => t('criterion.time', { when: windowOf(criterion) || t('criterion.timeAny') }),
      stands: ({ found: [first] }) => (first ? t('criterion.now', { now: now(first.value) }) : ''),
      holds: ({ found: [first] }) => t('criterion.timeHolds', { now: now(first?.value ?? '') }),
    },
  }
  const wordsOf = ({ kind }: EvaluatedCriterion): Words => kinds[kind] ?? UNKNOWN
  const asks = (criterion: EvaluatedCriterion) => wordsOf(criterion).asks(criterion)
  const stands = (criterion: EvaluatedCriterion) => wordsOf(criterion).stands(criterion)

  /** On which days, from when and until when, between which hours. */
  function windowOf(criterion: EvaluatedCriterion): string {
    const [from, to, start, end] = ['from', 'to', 'startTime', 'endTime'].map(
      (parameter) => valuesOf(criterion, parameter)[0],
    )
    const days = valuesOf(criterion, 'weekday').map((day) => weekdayName(day, locale))
    const moment = (text: string) => formatMoment(text, locale, timeZone)
    const hour = (text: string) => formatHour(text, locale)
    return [
      days.length > 0 && t('criterion.timeOn', { days: anyOf(days) }),
      from !== undefined && t('criterion.timeFrom', { moment: moment(from) }),
      to !== undefined && t('criterion.timeUntil', { moment: moment(to) }),
      start !== undefined && end !== undefined
        ? t('criterion.timeBetween', { start: hour(start), end: hour(end) })
        : [
            start && t('criterion.timeFrom', { moment: hour(start) }),
            end && t('criterion.timeUntil', { moment: hour(end) }),
          ]
            .filter(Boolean)
            .join(' '),
    ]
      .filter(Boolean)
      .join(' ')
  }

  return {
    asks,
    stands,
    whole(criterion) {
      const text = t('criterion.asked', { asked: asks(criterion), found: stands(criterion) })
      const { inheritedFrom } = criterion
      return inheritedFrom ? `${text} (${t('criterion.inherited', { name: inheritedFrom.name })})` : text
    },
    because(criteria) {
      const reasons = new Set(
        criteria.filter(({ valid }) => valid).map((criterion) => wordsOf(criterion).holds(criterion)),
      )
      if (reasons.size === 0) return t('criterion.everybody')
      return new Intl.ListFormat(locale, { type: 'conjunction' }).format(reasons)
    },
  }
}

const namesOf = (values: readonly { value: string; name: string | null }[]): string[] =>
  values.map(({ value, name }) => name ?? value)

const valuesOf = ({ asked }: EvaluatedCriterion, parameter: string): string[] =>
  asked.filter((entry) => entry.parameter === parameter).map(({ value }) => value)

/** @param day ISO: Monday is 1. The first of January 2024 was one. */
const weekdayName = (day: string, locale: string): string =>
  dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, Number(day)))

/** @param time of the form 17:30 */
function formatHour(time: string, locale: string): string {
  const [hour, minute] = time.split(':').map(Number)
  return dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1, hour, minute),
  )
}
