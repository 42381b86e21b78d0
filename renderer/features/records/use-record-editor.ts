import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { RecordEvent } from '../../../core/history/record-event.schema.ts'
import { ApiError } from '../../api/api-error.ts'
import type { LiveChange } from '../../api/live.ts'
import { keptFields } from '../../ui/kept.ts'
import { useFaults, type Faults } from '../../ui/use-faults.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { isClash, isSame, layOver } from './lay-over.ts'

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
  /** Where parts of a form belong together that {@link layOver} does not know of. */
  layOver?: (theirs: F, base: F, mine: F) => F
  /** What changes what is said of it, such as how often it was used, beside what is done to records. */
  changedBy?: readonly LiveChange['type'][]
  /** Under which this window keeps what was typed and not saved. */
  keptAs: string
  /** Removes what must not be kept in the window's storage, such as a password. */
  withoutSecrets?: (form: F) => F
}

/** Its history, newest first: nothing where it is not here yet, or did not come. */
export type LoadedHistory = Loaded<readonly RecordEvent[] | undefined>

/** A record that is open: as it is stored, as it is typed, and what others do to it meanwhile. */
export interface OpenRecord<R extends VersionedRecord, F> {
  /** As it is stored; undefined until it is here. */
  record: Readonly<Ref<R | undefined>>
  /** Why it is not. */
  loadError: Readonly<Ref<ApiError | undefined>>
  reload: () => Promise<boolean>
  /** Somebody has deleted it since; what was typed stays, and cannot be saved any more. */
  isDeleted: Readonly<Ref<boolean>>
  /** None of one that is to be made. */
  history: LoadedHistory | undefined
  /** As it is typed; undefined until the record is here. */
  form: Ref<F | undefined>
  isChanged: ComputedRef<boolean>
  /** To save it was the last that was asked for here, and it is; until somebody else changes it. */
  isSaved: Ref<boolean>
  /** What others have done to it since somebody began to type, newest first. */
  meanwhile: ShallowRef<readonly RecordEvent[]>
  /** Whether they have changed the same as was typed: then it is what was typed that is saved, or theirs is taken. */
  isClash: ComputedRef<boolean>
  /** Gives up what was typed where they have changed the same; where nothing is, all that was typed. */
  takeTheirs: () => void
  faults: Faults
  /**
   * @param whose `mine` where what others have done to the same is to be written over; else nothing is then
   * @returns whether it is saved; where somebody else was first, what they did stands in `meanwhile`
   */
  save: (whose?: 'mine') => Promise<boolean>
  /** Forgets what was typed. */
  discard: () => void
}

export interface RecordEditor<R extends VersionedRecord, F> extends OpenRecord<R, F> {
  history: LoadedHistory
  /** Another operation has answered it; what is typed stays on top of it. */
  set: (record: R) => void
}

const EVENTS = 50

/** A form as it began, of the version that it began with. */
interface Beginning<F> {
  readonly form: F
  readonly version: number
}

/** What is typed, as the window keeps it. */
interface KeptForm<F> {
  /** As it is stored. */
  readonly base: F
  readonly mine: F
  readonly fork: Beginning<F> | undefined
}

const isMissing = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 404

/** Another store has other languages and price groups, and the same countries: what is typed here is none of its. */
export const keptInStore = (keptAs: string): string => `${keptAs}.${useStoreInfo().store?.id}`

const keepForm = <F>(keptAs: string, kept: KeptForm<F>): void =>
  sessionStorage.setItem(keptInStore(keptAs), JSON.stringify(kept))

/**
 * What was typed since a record was sent that is stored now: its page begins with it, as something not saved yet.
 * @param keptAs as of the record's {@link RecordSource}
 */
export function keepTypedSince<F>(keptAs: string, version: number, stored: F, sent: F, typed: F): void {
  if (isSame(sent, typed)) return
  keepForm(keptAs, {
    base: stored,
    mine: layOver(stored, sent, typed),
    fork: { form: stored, version },
  })
}

/**
 * A record that is changed on a page. What was typed survives a reload and what others do meanwhile: it is laid on top of
 * theirs, they are named, and it is saved only when it is asked for again.
 */
export function useRecordEditor<R extends VersionedRecord, F>(
  source: RecordSource<R, F>,
): RecordEditor<R, F> {
  const loaded = useLoaded(source.load, () => source.keptAs)
  const history = useLoaded(
    async () => loaded.data.value && source.listEvents(loaded.data.value, EVENTS),
    () => loaded.data.value?.version,
  )
  const lay = source.layOver ?? layOver<F>
  const withoutSecrets = source.withoutSecrets ?? ((typed: F): F => typed)
  const faults = useFaults()
  const isSaved = ref(false)
  const isDeleted = ref(false)
  const form = shallowRef<F>()
  /** What the form began with: the record in the version that was seen. */
  const seen = shallowRef<R>()
  const meanwhile = shallowRef<readonly RecordEvent[]>([])
  /** Where what was typed and what others have done since part. */
  const fork = shallowRef<Beginning<F>>()
  const base = computed(() => seen.value && source.formOf(seen.value))
  const isChanged = computed(() => {
    const [before, mine] = [base.value, form.value]
    return before !== undefined && mine !== undefined && source.isChanged(before, mine)
  })

  watch(loaded.data, async (record) => {
    // Where it cannot be said who it was, the version that was seen stays, and saving it asks again.
    if (record) await follow(record).catch(() => undefined)
  })
  // What is being saved is news, too, and none that others have made.
  useLive(['record.changed', 'import.changed', ...(source.changedBy ?? [])], async () => {
    if (faults.isBusy.value) return false
    return (await loaded.refresh(loadAgain)) || isDeleted.value
  })
  // The same record is written in another way, as the language of the console is another: all follows it that nobody has typed.
  watch([seen, base] as const, ([record, now], [before, was]) => {
    if (record !== before || !now || !was || !form.value || isSame(now, was)) return
    layUnder(now, was, form.value)
  })
  watch([form, isChanged], keep)

  /** All goes with the record, in the version that was seen, that nobody has typed. */
  function layUnder(now: F, was: F, mine: F): void {
    form.value = lay(now, was, mine)
    if (fork.value) fork.value = { ...fork.value, form: lay(now, was, fork.value.form) }
  }

  /** One that was here, and is no more, was deleted. */
  async function loadAgain(signal: AbortSignal): Promise<R> {
    try {
      return await source.load(signal)
    } catch (failure) {
      if (loaded.data.value && isMissing(failure)) isDeleted.value = true
      throw failure
    }
  }

  /** The record is another now. */
  async function follow(record: R): Promise<void> {
    const [before, mine] = [base.value, form.value]
    if (!before || !mine) {
      await begin(record)
      return
    }
    if (record.version < (seen.value?.version ?? 0)) return
    // What another record says of it makes no version of it.
    const isSameVersion = record.version === seen.value?.version
    const now = source.formOf(record)
    if (isSameVersion && isSame(now, before)) return
    // What others have done since is not what was saved here.
    if (!isSameVersion) isSaved.value = false
    if (!isChanged.value) {
      startFrom(record)
      return
    }
    if (isSameVersion) {
      seen.value = record
      layUnder(now, before, mine)
      return
    }
    // Theirs is on the page together with who did it: until then it is saved against the version that was seen.
    const events = await source.listEvents(record, EVENTS)
    rebase(record, events)
  }

  function rebase(record: R, events: readonly RecordEvent[]): void {
    const [since, before, mine] = [seen.value?.version ?? 0, base.value, form.value]
    if (!before || !mine || record.version <= since) return
    form.value = lay(source.formOf(record), before, mine)
    seen.value = record
    // What was typed is the same as theirs by now, or was saved without an answer: there is nothing to say or to try again.
    if (!isChanged.value) {
      faults.clear()
      return
    }
    meanwhile.value = [...events.filter(({ version }) => version > since), ...meanwhile.value]
  }

  /** What was typed before the page was loaded anew goes on, and so does what there is to say of it. */
  async function begin(record: R): Promise<void> {
    const kept = keptForm()
    if (!kept) {
      startFrom(record)
      return
    }
    const since = kept.fork?.version ?? record.version
    const events = record.version > since ? await source.listEvents(record, EVENTS).catch(() => []) : []
    // The page may have become another while they were asked for.
    if (form.value) return
    seen.value = record
    form.value = lay(source.formOf(record), kept.base, kept.mine)
    fork.value = kept.fork
    if (isChanged.value) meanwhile.value = events.filter(({ version }) => version > since)
  }

  /** Nothing is typed. */
  function startFrom(record: R): void {
    seen.value = record
    form.value = source.formOf(record)
    fork.value = { form: form.value, version: record.version }
  }

  function keptForm(): KeptForm<F> | undefined {
    const { base: before, mine, fork: from } = keptFields(sessionStorage.getItem(keptInStore(source.keptAs)))
    if (before === undefined || mine === undefined) return undefined
    return { base: before as F, mine: mine as F, fork: from as Beginning<F> | undefined }
  }
  function keep(): void {
    const [before, mine] = [base.value, form.value]
    if (isChanged.value && before && mine) {
      const from = fork.value && { ...fork.value, form: withoutSecrets(fork.value.form) }
      keepForm(source.keptAs, { base: withoutSecrets(before), mine: withoutSecrets(mine), fork: from })
    } else sessionStorage.removeItem(keptInStore(source.keptAs))
  }

  /** What others have done so far is known, and what is typed now stands on it. */
  function settle(): void {
    meanwhile.value = []
    if (base.value && seen.value) fork.value = { form: base.value, version: seen.value.version }
  }

  const clash = computed(() => {
    const [theirs, mine] = [base.value, form.value]
    return (
      meanwhile.value.length > 0 &&
      theirs !== undefined &&
      mine !== undefined &&
      fork.value !== undefined &&
      isClash(theirs, fork.value.form, mine)
    )
  })

  function takeTheirs(): void {
    const [theirs, mine, from] = [base.value, form.value, fork.value]
    if (!theirs || !mine || !from) return
    form.value = clash.value ? lay(mine, from.form, theirs) : theirs
    settle()
  }

  async function save(whose?: 'mine'): Promise<boolean> {
    const [record, mine] = [seen.value, form.value]
    if (!record || !mine || (clash.value && whose !== 'mine')) return false
    isSaved.value = false
    const isWritten = await faults.run(async () => {
      try {
        const saved = await source.save(record, mine)
        take(saved, mine)
        settle()
      } catch (failure) {
        isDeleted.value = isMissing(failure)
        if (!(failure instanceof ApiError) || failure.status !== 409) throw failure
        await loaded.load()
        if (loaded.data.value) await follow(loaded.data.value)
        // Who was first stands in `meanwhile`; a refusal without a newer version is told as it is.
        if (seen.value?.version === record.version) throw failure
      }
    })
    isSaved.value = isWritten && !isChanged.value
    return isSaved.value
  }

  /** What was typed since it was sent is not saved yet. */
  function take(record: R, sent: F): void {
    seen.value = record
    form.value = lay(source.formOf(record), sent, form.value ?? sent)
    loaded.set(record)
  }

  return {
    record: loaded.data,
    loadError: loaded.error,
    reload: async () => loaded.load(),
    isDeleted,
    set(answered) {
      if (base.value) take(answered, base.value)
      if (meanwhile.value.length === 0) settle()
    },
    history,
    form,
    isChanged,
    isSaved,
    meanwhile,
    isClash: clash,
    takeTheirs,
    faults,
    save,
    discard() {
      settle()
      faults.clear()
      form.value = base.value
    },
  }
}
