import { computed, ref, shallowRef, watch } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useTexts } from '../../i18n/index.ts'
import { useGoOn } from '../../ui/go-on.ts'
import { useFaults } from '../../ui/use-faults.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { isSame, layOver } from './lay-over.ts'
import { keepTypedSince, type OpenRecord, type VersionedRecord } from './use-record-editor.ts'

/** The id in the address of a record that is to be made. */
export const NEW = 'new'

/** How a record is made. */
export interface NewRecordSource<R, F> {
  /** Under which this window keeps what was typed and not saved: of one by its id, of a new one by `NEW`. */
  keptAs: (id: string) => string
  /** As it is before anybody has typed. */
  empty: () => F
  isChanged?: (empty: F, mine: F) => boolean
  create: (form: F) => Promise<R>
  formOf: (made: R) => F
  /** The page of what was made. */
  placeOf: (made: R) => RouteLocationRaw
}

/** A record that is to be made: what is typed survives a reload, and is given up where it has been saved; what is typed while
 * that is on its way goes along to the page of what was made. */
export function useNewRecord<R extends VersionedRecord, F extends object>({
  create,
  empty,
  formOf,
  isChanged = (before, mine) => !isSame(before, mine),
  keptAs,
  placeOf,
}: NewRecordSource<R, F>): OpenRecord<R, F> {
  // Another store has other languages and price groups: what is typed here is none of its.
  const { forget, typed } = useKept(`${keptAs(NEW)}.${useStoreInfo().store?.id}`, empty())
  const faults = useFaults()
  const goOn = useGoOn()
  // What nobody has typed is written as the language of the console writes it.
  const { locale } = useTexts()
  watch([locale, computed(empty)] as const, ([language, now], [before, was]) => {
    if (language !== before) typed.value = layOver(now, was, typed.value)
  })
  return {
    record: shallowRef(),
    loadError: shallowRef(),
    reload: () => Promise.resolve(true),
    isDeleted: ref(false),
    events: computed(() => []),
    form: typed,
    isChanged: computed(() => isChanged(empty(), typed.value)),
    isSaved: ref(false),
    meanwhile: shallowRef([]),
    isClash: computed(() => false),
    takeTheirs: () => undefined,
    faults,
    save: async () =>
      faults.run(async () => {
        const sent = JSON.parse(JSON.stringify(typed.value)) as F
        const made = await create(sent)
        forget()
        keepTypedSince(keptAs(made.id), made.version, formOf(made), sent, typed.value)
        await goOn.replace(placeOf(made))
      }),
    discard() {
      faults.clear()
      typed.value = empty()
    },
  }
}
