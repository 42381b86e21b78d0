import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { RecordEvent } from '../../../core/history/record-event.schema.ts'
import { ApiError } from '../../api/api-error.ts'
import { keptFields } from '../../ui/kept.ts'
import { useFaults, type Faults } from '../../ui/use-faults.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'

/** One of the shop's own records, as every noun of `/manage` answers it. */
export interface VersionedRecord {
  readonly id: string
  readonly version: number
  /** Of those that can be retired. */
  readonly state?: string
}

/** How a record is read, typed and written. */
export interface RecordSource<R extends VersionedRecord, F> {
  load: (signal: AbortSignal) => Promise<R>
  /** Writes it where it still is in the version that was seen (`If-Match`). */
  save: (seen: R, form: F) => Promise<R>
  /** Its history, newest first; at most so many of it. */
  listEvents: (record: R, maxItems: number) => Promise<readonly RecordEvent[]>
  formOf: (record: R) => F
  isChanged: (base: F, mine: F) => boolean
  /** What was typed, on top of what has become of the record meanwhile. */
  onTopOf: (theirs: F, base: F, mine: F) => F
  /** Under which this window keeps what was typed and not saved. */
  keptAs: string
}

export interface RecordEditor<R extends VersionedRecord, F> {
  loaded: Loaded<R>
  events: ComputedRef<readonly RecordEvent[]>
  /** As it is typed; undefined until the record is here. */
  form: ShallowRef<F | undefined>
  isChanged: ComputedRef<boolean>
  /** What others have done to it since somebody began to type, newest first. */
  meanwhile: ShallowRef<readonly RecordEvent[]>
  faults: Faults
  /** @returns whether it is saved; where somebody else was first, what they did stands in `meanwhile` */
  save: () => Promise<boolean>
  /** Forgets what was typed. */
  discard: () => void
}

const EVENTS = 50

/**
 * A record that is changed on a page. What was typed survives a reload and what others do meanwhile: it is laid on top of
 * theirs, they are named, and it is saved only when it is asked for again.
 */
export function useRecordEditor<R extends VersionedRecord, F>(
  source: RecordSource<R, F>,
): RecordEditor<R, F> {
  const loaded = useLoaded(source.load, () => source.keptAs)
  const history = useLoaded(
    async () => (loaded.data.value ? source.listEvents(loaded.data.value, EVENTS) : []),
    () => loaded.data.value?.version,
  )
  const faults = useFaults()
  const form = shallowRef<F>()
  /** What the form began with: the record in the version that was seen. */
  const seen = shallowRef<R>()
  const meanwhile = shallowRef<readonly RecordEvent[]>([])
  const base = computed(() => seen.value && source.formOf(seen.value))
  const isChanged = computed(() => {
    const [before, mine] = [base.value, form.value]
    return before !== undefined && mine !== undefined && source.isChanged(before, mine)
  })

  watch(loaded.data, async (record) => {
    // Where it cannot be said who it was, the version that was seen stays, and saving it asks again.
    if (record) await follow(record).catch(() => undefined)
  })
  useLive(['record.changed'], () => loaded.refresh())
  watch([form, isChanged], keep)

  /** The record is another now. */
  async function follow(record: R): Promise<void> {
    const [before, mine] = [base.value, form.value]
    if (!before || !mine) {
      begin(record)
      return
    }
    if (record.version <= (seen.value?.version ?? 0)) return
    if (!isChanged.value) {
      seen.value = record
      form.value = source.formOf(record)
      return
    }
    // Theirs is on the page together with who did it: until then it is saved against the version that was seen.
    const events = await source.listEvents(record, EVENTS)
    rebase(record, events)
  }

  function rebase(record: R, events: readonly RecordEvent[]): void {
    const [since, before, mine] = [seen.value?.version ?? 0, base.value, form.value]
    if (!before || !mine || record.version <= since) return
    form.value = source.onTopOf(source.formOf(record), before, mine)
    seen.value = record
    // What was typed is the same as theirs by now: there is nothing to say.
    if (!isChanged.value) return
    meanwhile.value = [...events.filter(({ version }) => version > since), ...meanwhile.value]
  }

  function begin(record: R): void {
    seen.value = record
    const kept = keptForm()
    form.value = kept ? source.onTopOf(source.formOf(record), kept.base, kept.mine) : source.formOf(record)
  }

  function keptForm(): { base: F; mine: F } | undefined {
    const { base: before, mine } = keptFields(sessionStorage.getItem(source.keptAs))
    return before !== undefined && mine !== undefined ? { base: before as F, mine: mine as F } : undefined
  }
  function keep(): void {
    if (isChanged.value)
      sessionStorage.setItem(source.keptAs, JSON.stringify({ base: base.value, mine: form.value }))
    else sessionStorage.removeItem(source.keptAs)
  }

  async function save(): Promise<boolean> {
    const [record, mine] = [seen.value, form.value]
    if (!record || !mine) return false
    const isSaved = await faults.run(async () => {
      try {
        const saved = await source.save(record, mine)
        meanwhile.value = []
        take(saved)
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.status !== 409) throw failure
        await loaded.load()
        if (loaded.data.value) await follow(loaded.data.value)
        // Who was first stands in `meanwhile`; a refusal without a newer version is told as it is.
        if (seen.value?.version === record.version) throw failure
      }
    })
    return isSaved && !isChanged.value
  }

  function take(record: R): void {
    seen.value = record
    form.value = source.formOf(record)
    loaded.set(record)
  }

  return {
    loaded,
    events: computed(() => history.data.value ?? []),
    form,
    isChanged,
    meanwhile,
    faults,
    save,
    discard() {
      meanwhile.value = []
      faults.clear()
      form.value = base.value
    },
  }
}
