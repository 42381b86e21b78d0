import { computed, type ComputedRef } from 'vue'
import type { EvaluatedCriterion } from '../../api/price-groups.ts'
import { circles, type ManagedCircle } from '../../api/circles.ts'
import type { HeldRecord, ManagedPriceGroup } from '../../api/selling.ts'
import { listAll } from '../../api/records.ts'
import { useTexts } from '../../i18n/index.ts'
import { isDayTime } from '../../ui/day-time.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { useCriterionTexts } from '../prices/criterion-texts.ts'
import { momentShown } from '../stores/store-clock.ts'
import { useStoreInfo } from '../stores/store-info.ts'

export type GroupCriterion = ManagedPriceGroup['criteria'][number]

/** What criteria may name, by what their values hold; retired ones too, which they may name still. */
export type HeldRecords = Readonly<
  Record<HeldRecord, readonly Pick<ManagedCircle, 'id' | 'name' | 'state'>[]>
>

/** Who gets a price group, and when, in words. */
export interface WhoGetsIt {
  held: Loaded<HeldRecords>
  /** One sentence for each kind: of one kind one must hold, and of every kind one. Empty where it is for everybody. */
  sentences: (criteria: readonly GroupCriterion[]) => string[]
  /** All of it in one line. */
  short: (criteria: readonly GroupCriterion[]) => string
}

export function useWhoGetsIt(): WhoGetsIt {
  const { t, locale } = useTexts()
  const storeInfo = useStoreInfo()
  const held = useLoaded(
    async (signal): Promise<HeldRecords> => ({
      'customer-group': await listAll(circles['customer-groups'], signal),
      organization: await listAll(circles.organizations, signal),
    }),
    () => storeInfo.store?.id,
  )
  useLive(['record.changed'], () => held.refresh())
  const texts = useCriterionTexts()
  const names = computed(() => {
    const records = Object.values(held.data.value ?? {}).flat()
    return new Map(records.map(({ id, name }) => [id, name]))
  })
  const lists: ComputedRef<Record<'disjunction' | 'conjunction', Intl.ListFormat>> = computed(() => ({
    disjunction: new Intl.ListFormat(locale.value, { type: 'disjunction' }),
    conjunction: new Intl.ListFormat(locale.value, { type: 'conjunction' }),
  }))

  function sentences(criteria: readonly GroupCriterion[]): string[] {
    const byKind = Map.groupBy(criteria, ({ kind }) => kind)
    return [...byKind.values()].map((alternatives) =>
      lists.value.disjunction.format(
        alternatives.map((criterion) =>
          texts.value.asks(described(criterion, names.value, storeInfo.store?.timeZone)),
        ),
      ),
    )
  }
  return {
    held,
    sentences,
    short: (criteria) =>
      criteria.length === 0 ? t('criterion.none') : lists.value.conjunction.format(sentences(criteria)),
  }
}

/** A criterion as an evaluation would tell of it, before there is one. */
const described = (
  { kind, parameters }: GroupCriterion,
  names: ReadonlyMap<string, string>,
  timeZone: string | undefined,
): EvaluatedCriterion => ({
  kind,
  description: kind,
  valid: true,
  reason: '',
  asked: Object.entries(parameters).flatMap(([parameter, values]) =>
    values
      .map((value) => (isDayTime(value) ? momentShown(value, timeZone) : value))
      .map((value) => ({ parameter, value, name: names.get(value) ?? null })),
  ),
  found: [],
  inheritedFrom: null,
})
