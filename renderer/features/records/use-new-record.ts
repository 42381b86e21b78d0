import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { ApiError } from '../../api/api-error.ts'
import { makeOnce } from '../../api/tries.ts'
import { useTexts } from '../../i18n/index.ts'
import { useGoOn } from '../../ui/go-on.ts'
import { keptTry } from '../../ui/kept-try.ts'
import { useFaults } from '../../ui/use-faults.ts'
import { useKept } from '../../ui/use-kept.ts'
import { isSame, layOver } from './lay-over.ts'
import { keepTypedSince, keptInStore, type OpenRecord, type VersionedRecord } from './use-record-editor.ts'

/** The id in the address of a record that is to be made. */
export const NEW = 'new'

/** How a record is made. */
export interface NewRecordSource<R, Body extends object, F> {
  /** Under which this window keeps what was typed and not saved: of one by its id, of a new one by `NEW`. */
  keptAs: (id: string) => string
  /** As it is before anybody has typed. */
  empty: () => F
  isChanged?: (empty: F, mine: F) => boolean
  bodyOf: (form: F) => Body
  create: (body: Body, idempotencyKey: string) => Promise<R>
  /** Writes what was typed since into one that was made by a try to which no answer came. */
  replace: (made: R, body: Body) => Promise<R>
  /** Reads it where somebody has written it since that try. */
  load: (id: string) => Promise<R>
  formOf: (made: R) => F
  /** The page of what was made. */
  placeOf: (made: R) => RouteLocationRaw
}

/** A record that is to be made: what is typed survives a reload, and is given up where it has been saved; what is typed while
 * that is on its way goes along to the page of what was made. */
export function useNewRecord<R extends VersionedRecord, Body extends object, F extends object>({
  bodyOf,
  create,
  empty,
  formOf,
  isChanged = (before, mine) => !isSame(before, mine),
  keptAs,
  load,
  placeOf,
  replace,
}: NewRecordSource<R, Body, F>): OpenRecord<R, F> {
  const keptHere = keptInStore(keptAs(NEW))
  const { forget, typed } = useKept(keptHere, empty())
  const making = makeOnce(create, rewrite, keptTry<Body>(keptHere))
  /** As it was made, where it has been written since: by a try to which no answer came, or by somebody else. */
  let before: F | undefined
  async function rewrite(made: R, body: Body): Promise<R> {
    try {
      return await replace(made, body)
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 409) throw failure
      const stored = await load(made.id)
      if (stored.version === made.version) throw failure
      before = formOf(made)
      return stored
    }
  }
  const isTyped = computed(() => isChanged(empty(), typed.value))
  // Who gives up what is typed, and types anew, means another one.
  watch(isTyped, (is) => is || making.forget(), { flush: 'sync' })
  const faults = useFaults()
  const goOn = useGoOn()
  let unloads = 0
  const noteUnloading = (): void => void (unloads += 1)
  addEventListener('beforeunload', noteUnloading)
  onScopeDispose(() => removeEventListener('beforeunload', noteUnloading))
  // What nobody has typed is written as the language of the console writes it.
  const { locale } = useTexts()
  watch([locale, computed(empty)] as const, ([language, now], [old, was]) => {
    if (language !== old) typed.value = layOver(now, was, typed.value)
  })
  return {
    record: shallowRef(),
    loadError: shallowRef(),
    reload: () => Promise.resolve(true),
    isDeleted: ref(false),
    history: undefined,
    form: typed,
    isChanged: isTyped,
    isSaved: ref(false),
    meanwhile: shallowRef([]),
    isClash: computed(() => false),
    takeTheirs: () => undefined,
    faults,
    save: async () =>
      faults.run(async () => {
        const sent = JSON.parse(JSON.stringify(typed.value)) as F
        const unloadsBefore = unloads
        const made = await making.make(bodyOf(sent))
        // The page that is being loaded in the place of this one makes the same of what is typed, and would know nothing of it.
        if (unloads > unloadsBefore) return
        forget()
        making.forget()
        keepTypedSince(keptAs(made.id), made.version, formOf(made), before ?? sent, typed.value)
        before = undefined
        await goOn.replace(placeOf(made))
      }),
    discard() {
      faults.clear()
      typed.value = empty()
    },
  }
}
