import { computed, onUnmounted, reactive, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { whenReachable } from '../../api/connection.ts'
import {
  beginImport,
  endImport,
  failureOf,
  FileChanged,
  followImport,
  type ImportReport,
  type ImportTerms,
  type TransferKind,
} from '../../api/transfer.ts'
import { keptInStore } from '../records/use-record-editor.ts'
import { guessColumns } from './known-columns.ts'
import { SUBJECTS, type Subject } from './subjects.ts'

/** What somebody says of a file that does not say it itself. */
export interface TypedTerms {
  kind: TransferKind
  /** A fraction; undefined until somebody has said it. */
  taxRate: number | undefined
  pricesIncludeTax: boolean | undefined
  priceGroup: string | undefined
  columns: Record<string, string>
}

/** How far an import has come: `checked` shows what it would do, `done` what it has done. */
export type ImportStep = 'none' | 'checking' | 'checked' | 'storing' | 'done'

export interface OpenImport {
  step: ShallowRef<ImportStep>
  file: ShallowRef<File | undefined>
  terms: TypedTerms
  report: ShallowRef<ImportReport | undefined>
  /** Rows that were looked at so far; undefined where all were, and they are being stored. */
  rows: ShallowRef<number | undefined>
  error: ShallowRef<ApiError | undefined>
  /** The file has changed since it was chosen, or is gone. */
  isFileGone: ShallowRef<boolean>
  /** The core was started anew while it stored what this window has begun, and the file that would tell is not here. */
  isEndUnknown: ShallowRef<boolean>
  /** Whether the file leaves it to the shop what its prices are. */
  isTaxAsked: ComputedRef<boolean>
  /** Whether it leaves open how new products are taxed, with prices or without: later ones are made of the rate. */
  isRateAsked: ComputedRef<boolean>
  /** Whether all is said and nothing is wrong. */
  canStore: ComputedRef<boolean>
  choose: (file: File) => Promise<void>
  /** Says what an import would do, as things are now. */
  check: () => Promise<void>
  store: () => Promise<void>
  /** Follows what this window was storing when its page was left or loaded anew, and tells how it has ended. */
  goOn: () => Promise<void>
  /** Ends what is under way, of which nothing is kept; what is stored by then is told as it is. */
  cancel: () => Promise<void>
  forget: () => void
}

/**
 * The import of one file: first what it would do, then all of it or nothing.
 * @param hasUsualRate whether the shop says how new products are taxed
 */
export function useImport(subject: Subject, hasUsualRate: () => boolean): OpenImport {
  const { kinds, knownBy } = SUBJECTS[subject]
  const plainTerms = (): TypedTerms => ({
    kind: kinds[0]?.value ?? 'products',
    taxRate: undefined,
    pricesIncludeTax: undefined,
    priceGroup: undefined,
    columns: {},
  })
  const step = shallowRef<ImportStep>('none')
  const file = shallowRef<File>()
  const report = shallowRef<ImportReport>()
  const rows = shallowRef<number | undefined>(0)
  const error = shallowRef<ApiError>()
  const isFileGone = shallowRef(false)
  const isEndUnknown = shallowRef(false)
  const terms = reactive<TypedTerms>(plainTerms())
  const said = computed(() => JSON.stringify(terms))
  /** The window keeps what it stores until somebody has seen its end and gone on. */
  const keptAs = keptInStore(`backcounter.import.${subject}`)
  /** What was said when the report was made. */
  const reportedFor = shallowRef<string>()
  let running: { readonly ending: AbortController; id?: string; isGivenUp?: boolean } | undefined

  const isTaxAsked = computed(() => {
    const { columns = [], format, kind } = report.value ?? {}
    if (kind === 'customers' || kind === 'stock') return false
    return format === 'hosted' || columns.some(({ takenFor }) => takenFor === 'price')
  })
  const isRateAsked = computed(() => (report.value?.taxesOpen ?? 0) > 0)
  const canStore = computed(() => {
    const { added = 0, changed = 0, faults = [] } = report.value ?? {}
    const isRateSaid = !isRateAsked.value || terms.taxRate !== undefined || hasUsualRate()
    const isSaid = isRateSaid && (!isTaxAsked.value || terms.pricesIncludeTax !== undefined)
    const isReported = step.value === 'checked' && reportedFor.value === said.value
    return isReported && isSaid && faults.length === 0 && added + changed > 0
  })

  /** @returns whether it has come to its end, and what that is stands in the report */
  async function run(isDryRun: boolean): Promise<boolean> {
    await drop()
    const chosen = file.value
    if (!chosen) return false
    sessionStorage.removeItem(keptAs)
    const given: ImportTerms = { ...terms, columns: { ...terms.columns } }
    return follow(isDryRun, async (signal) => {
      const { id } = await beginImport(chosen, given, { isDryRun, signal })
      if (!isDryRun) sessionStorage.setItem(keptAs, id)
      return id
    })
  }

  async function follow(
    isDryRun: boolean,
    begin: (signal: AbortSignal) => Promise<string>,
  ): Promise<boolean> {
    const saidNow = said.value
    const mine: typeof running = { ending: new AbortController() }
    running = mine
    step.value = isDryRun ? 'checking' : 'storing'
    rows.value = 0
    error.value = undefined
    isFileGone.value = false
    isEndUnknown.value = false
    try {
      const id = await begin(mine.ending.signal)
      mine.id = id
      if (mine.isGivenUp) await end(id)
      const ended = await followImport(id, (job) => {
        if (running === mine) rows.value = job.isStoring ? undefined : job.rows
      })
      if (running !== mine) return false
      if (ended.report) report.value = ended.report
      reportedFor.value = saidNow
      if (ended.state === 'failed') error.value = failureOf(ended)
      const isDone = !isDryRun && ended.report?.faults.length === 0 && ended.state === 'done'
      step.value = isDone ? 'done' : atRest()
      return true
    } catch (failure) {
      if (running !== mine) return false
      const refusal = failure instanceof FileChanged ? undefined : toApiError(failure)
      const isUnheard = refusal?.isUnreachable ?? false
      if (!isDryRun && isUnheard) await whenReachable()
      // It may have been cancelled, or another file chosen, meanwhile.
      if (running !== mine) return false
      running = undefined
      step.value = atRest()
      // No answer came to its beginning, or it had ended when it was cancelled, or the core was away since: what has become
      // of it the file tells.
      const isForgotten = mine.id !== undefined && refusal?.status === 404
      if (isForgotten || (!isDryRun && isUnheard)) {
        isEndUnknown.value = !isDryRun && !file.value
        return await run(true)
      }
      if (refusal) error.value = refusal
      else isFileGone.value = true
      return false
    } finally {
      if (running === mine) running = undefined
    }
  }

  /** Without its file there is nothing to go on with. */
  const atRest = (): ImportStep => (file.value ? 'checked' : 'none')

  async function check(): Promise<void> {
    // Whoever has cancelled it, or chosen another file, wants no second look at this one.
    if (!(await run(true))) return
    const { columns = [], format } = report.value ?? {}
    if (format === 'hosted' || Object.keys(terms.columns).length > 0) return
    const { called = {} } = kinds.find(({ value }) => value === terms.kind) ?? {}
    const guessed = guessColumns(columns, called)
    const isKnown = format !== null || Object.values(guessed).some((meant) => knownBy.includes(meant))
    if (!isKnown || Object.keys(guessed).length === 0) return
    terms.columns = guessed
    // What was wrong with columns that nobody had named yet is no fault of the file's.
    report.value = undefined
    await run(true)
  }

  async function cancel(): Promise<void> {
    if (step.value !== 'storing' || !running) return drop()
    // Whose rows are being stored ends as it would have, and is followed until then; one whose beginning no answer has come
    // to may be under way already.
    running.isGivenUp = true
    if (running.id !== undefined) await end(running.id)
  }

  /** Ends what is under way, whatever becomes of it. */
  async function drop(): Promise<void> {
    const ending = running
    running = undefined
    if (!ending) return
    ending.ending.abort()
    step.value = report.value ? 'checked' : 'none'
    if (ending.id !== undefined) await end(ending.id)
  }

  async function end(id: string): Promise<void> {
    try {
      await endImport(id)
    } catch (failure) {
      // It has ended by itself meanwhile.
      if (toApiError(failure).status !== 404) throw failure
    }
  }

  // What would be done interests nobody any more; what is being stored goes on.
  onUnmounted(() => {
    if (step.value === 'checking') void drop()
    if (step.value !== 'storing') sessionStorage.removeItem(keptAs)
  })

  return {
    step,
    file,
    terms,
    report,
    rows,
    error,
    isFileGone,
    isEndUnknown,
    isTaxAsked,
    isRateAsked,
    canStore,
    async choose(chosen) {
      file.value = chosen
      report.value = undefined
      Object.assign(terms, { columns: {} })
      await check()
    },
    check,
    async store() {
      await run(false)
    },
    async goOn() {
      const id = sessionStorage.getItem(keptAs)
      if (id !== null) await follow(false, () => Promise.resolve(id))
    },
    cancel,
    forget() {
      sessionStorage.removeItem(keptAs)
      void drop()
      Object.assign(terms, plainTerms())
      file.value = undefined
      report.value = undefined
      error.value = undefined
      isFileGone.value = false
      isEndUnknown.value = false
      step.value = 'none'
    },
  }
}
