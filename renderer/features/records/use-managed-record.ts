import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { LiveChange } from '../../api/live.ts'
import type { Records } from '../../api/records.ts'
import { faultText } from '../../ui/fault-text.ts'
import { isSame } from './lay-over.ts'
import { leftFaults } from './left-faults.ts'
import { NEW, useNewRecord } from './use-new-record.ts'
import { useRecordEditor, type OpenRecord, type VersionedRecord } from './use-record-editor.ts'

/** How a record of a noun is typed. */
export interface ManagedSource<R extends VersionedRecord, Body extends object, F extends object> {
  readonly id: string
  readonly records: Records<unknown, R, Body>
  /** The route of the list; that of a record is called `<place>-record` and has the parameter `id`. Left out where there is no list. */
  readonly place?: string
  /** What changes what is said of it, beside what is done to records. */
  readonly changedBy?: readonly LiveChange['type'][]
  /** @param record undefined for one that is to be made */
  formOf: (record: R | undefined) => F
  /** What the form says; texts that are none of the kind that is asked for are faults, by the fields of the body. */
  bodyOf: (form: F, record: R | undefined) => { body: Body; faults: Readonly<Record<string, string>> }
}

export interface ManagedRecord<R extends VersionedRecord, F> extends OpenRecord<R, F> {
  isNew: boolean
  /** Where programs find it; of one that is to be made, where the noun is. */
  path: string
  place: string | undefined
  isRetired: ComputedRef<boolean>
  /** The fields of the form, to be bound; there is nothing in them as long as there is no form. */
  fields: F
  /** The fault of a field of the body by its whole name: `items.0.rate`. */
  faultAt: (field: string) => string | undefined
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
  const isNew = id === NEW
  const keptAs = (of: string): string => `backcounter.${records.pathOf(of)}`
  const opened: OpenRecord<R, F> = isNew
    ? useNewRecord<R, Body, F>({
        keptAs,
        empty: () => formOf(undefined),
        bodyOf: (form) => source.bodyOf(form, undefined).body,
        create: records.create,
        replace: records.replace,
        load: records.get,
        formOf,
        placeOf: (made) => ({ name: `${place}-record`, params: { id: made.id }, state: { isMade: true } }),
      })
    : useRecordEditor<R, F>({
        keptAs: keptAs(id),
        changedBy: source.changedBy ?? [],
        load: (signal) => records.get(id, signal),
        // What the form does not show stays as it is.
        save: (seen, form) => records.replace(seen, { ...seen, ...source.bodyOf(form, seen).body }),
        listEvents: (record, maxItems) => records.listEvents(record.id, maxItems),
        formOf,
        isChanged: (base, mine) => !isSame(base, mine),
      })
  const { faults, form, record } = opened
  const local = shallowRef<Readonly<Record<string, string>>>({})
  const left = computed(() => {
    const typed = form.value
    return typed ? leftFaults(local.value, () => source.bodyOf(typed, record.value).faults) : {}
  })

  function faultAt(field: string): string | undefined {
    const refused = faults.error.value?.faults.find((fault) => fault.field === field)
    return left.value[field] ?? (refused && faultText(refused))
  }

  async function save(whose?: 'mine'): Promise<boolean> {
    const typed = form.value
    if (!typed || faults.isBusy.value) return false
    opened.isSaved.value = false
    local.value = source.bodyOf(typed, record.value).faults
    if (Object.keys(local.value).length === 0) return opened.save(whose)
    faults.clear()
    return false
  }

  const fields = fieldsOf(form)
  return {
    ...opened,
    isNew,
    path: records.pathOf(isNew ? '' : id),
    place,
    isRetired: computed(() => record.value?.state === 'retired'),
    fields,
    faultAt,
    save,
    takeTheirs() {
      local.value = {}
      opened.takeTheirs()
    },
    discard() {
      local.value = {}
      opened.discard()
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
