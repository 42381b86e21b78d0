import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { RecordEvent, Records } from '../../api/records.ts'
import type { ApiError } from '../../api/api-error.ts'
import { makeOnce } from '../../api/tries.ts'
import { useFaults, type Faults } from '../../ui/use-faults.ts'
import { faultText } from '../../ui/fault-text.ts'
import { useKept } from '../../ui/use-kept.ts'
import { isSame } from './lay-over.ts'
import { useRecordEditor, type VersionedRecord } from './use-record-editor.ts'

/** The id in the address of a record that is to be made. */
export const NEW = 'new'

/** How a record of a noun is typed. */
export interface ManagedSource<R extends VersionedRecord, Body extends object, F extends object> {
  readonly id: string
  readonly records: Records<unknown, R, Body>
  /** The route of the list; that of a record is called `<place>-record` and has the parameter `id`. Left out where there is no list. */
  readonly place?: string
  /** @param record undefined for one that is to be made */
  formOf: (record: R | undefined) => F
  /** What the form says; texts that are none of the kind that is asked for are faults, by the fields of the body. */
  bodyOf: (form: F, record: R | undefined) => { body: Body; faults: Readonly<Record<string, string>> }
}

export interface ManagedRecord<R, F> {
  isNew: boolean
  /** Where programs find it; of one that is to be made, where the noun is. */
  path: string
  place: string | undefined
  record: ComputedRef<R | undefined>
  isRetired: ComputedRef<boolean>
  form: Ref<F | undefined>
  /** The fields of the form, to be bound; there is nothing in them as long as there is no form. */
  fields: F
  events: ComputedRef<readonly RecordEvent[]>
  meanwhile: ShallowRef<readonly RecordEvent[]>
  isClash: ComputedRef<boolean>
  takeTheirs: () => void
  loadError: ComputedRef<ApiError | undefined>
  reload: () => Promise<boolean>
  isChanged: ComputedRef<boolean>
  isSaved: Ref<boolean>
  isBusy: ComputedRef<boolean>
  faults: Faults
  /** The fault of a field of the body by its whole name: `items.0.rate`. */
  faultAt: (field: string) => string | undefined
  /** As that of `RecordEditor`. */
  save: (whose?: 'mine') => Promise<boolean>
  discard: () => void
  /** One that was retired is wanted again. @returns whether it is saved */
  restore: () => Promise<boolean>
  /** Deletes it, or retires it where it was used. @returns whether it was retired */
  remove: (record: R) => Promise<boolean>
}

/** One of the shop's own records on a page: made where its address says `new`, changed where it says an id. */
export function useManagedRecord<R extends VersionedRecord, Body extends object, F extends object>(
  source: ManagedSource<R, Body, F>,
): ManagedRecord<R, F> {
  const { formOf, id, place, records } = source
  const router = useRouter()
  const isNew = id === NEW
  const local = shallowRef<Readonly<Record<string, string>>>({})
  const isSaved = ref(false)

  const creating = useFaults()
  const create = makeOnce(records.create, records.replace)
  const empty = isNew ? formOf(undefined) : undefined
  const making = empty && useKept(`backcounter.${records.pathOf(id)}`, empty)
  const editor = isNew
    ? undefined
    : useRecordEditor<R, F>({
        keptAs: `backcounter.${records.pathOf(id)}`,
        load: (signal) => records.get(id, signal),
        // What the form does not show stays as it is.
        save: (seen, form) => records.replace(seen, { ...seen, ...source.bodyOf(form, seen).body }),
        listEvents: (record, maxItems) => records.listEvents(record.id, maxItems),
        formOf,
        isChanged: (base, mine) => !isSame(base, mine),
      })
  const form: Ref<F | undefined> = editor?.form ?? making?.typed ?? shallowRef()
  const faults = editor?.faults ?? creating
  const record = computed(() => editor?.loaded.data.value)

  function faultAt(field: string): string | undefined {
    const refused = faults.error.value?.faults.find((fault) => fault.field === field)
    return local.value[field] ?? (refused && faultText(refused))
  }

  async function save(whose?: 'mine'): Promise<boolean> {
    const typed = form.value
    if (!typed || faults.isBusy.value) return false
    isSaved.value = false
    const read = source.bodyOf(typed, record.value)
    local.value = read.faults
    if (Object.keys(read.faults).length > 0) {
      faults.clear()
      return false
    }
    if (editor) {
      isSaved.value = await editor.save(whose)
      return isSaved.value
    }
    const created: R[] = []
    await creating.run(async () => created.push(await create(read.body)))
    const [first] = created
    if (!first) return false
    making?.forget()
    await router.replace({ name: `${place}-record`, params: { id: first.id }, state: { isMade: true } })
    return true
  }

  const fields = fieldsOf(form)
  return {
    isNew,
    path: records.pathOf(isNew ? '' : id),
    place,
    record,
    isRetired: computed(() => record.value?.state === 'retired'),
    form,
    fields,
    faults,
    faultAt,
    save,
    isSaved,
    events: computed(() => editor?.events.value ?? []),
    meanwhile: editor?.meanwhile ?? shallowRef([]),
    isClash: computed(() => editor?.isClash.value ?? false),
    takeTheirs() {
      local.value = {}
      editor?.takeTheirs()
    },
    loadError: computed(() => editor?.loaded.error.value),
    reload: async () => (editor ? editor.loaded.load() : true),
    isChanged: computed(() => editor?.isChanged.value ?? !isSame(empty, form.value)),
    isBusy: computed(() => faults.isBusy.value),
    discard() {
      local.value = {}
      if (editor) editor.discard()
      else form.value = empty
    },
    async restore() {
      Object.assign(fields, { state: 'active' })
      return save()
    },
    remove: (seen) => records.remove(seen),
  }
}

/** Fields that can be bound: a field that is typed makes the form another. */
const fieldsOf = <F extends object>(form: Ref<F | undefined>): F =>
  new Proxy({} as F, {
    get: (_, name): unknown => form.value && Reflect.get(form.value, name),
    set: (_, name, value: unknown) => {
      if (form.value) form.value = { ...form.value, [name]: value }
      return true
    },
  })
