import { computed, ref, shallowRef } from 'vue'
import { useFaults } from '../../ui/use-faults.ts'
import { useKept } from '../../ui/use-kept.ts'
import { isSame } from './lay-over.ts'
import type { OpenRecord, VersionedRecord } from './use-record-editor.ts'

/** How a record is made. */
export interface NewRecordSource<R, F> {
  /** Under which this window keeps what was typed and not saved. */
  keptAs: string
  /** As it is before anybody has typed. */
  empty: () => F
  isChanged?: (empty: F, mine: F) => boolean
  create: (form: F) => Promise<R>
  /** Leads to the page of what was made. */
  open: (made: R) => Promise<unknown>
}

/** A record that is to be made: what is typed survives a reload, and is given up where it has been saved. */
export function useNewRecord<R extends VersionedRecord, F extends object>({
  create,
  empty,
  isChanged = (before, mine) => !isSame(before, mine),
  keptAs,
  open,
}: NewRecordSource<R, F>): OpenRecord<R, F> {
  const { forget, typed } = useKept(keptAs, empty())
  const faults = useFaults()
  return {
    record: shallowRef(),
    loadError: shallowRef(),
    reload: () => Promise.resolve(true),
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
        const made = await create(typed.value)
        forget()
        await open(made)
      }),
    discard() {
      faults.clear()
      typed.value = empty()
    },
  }
}
