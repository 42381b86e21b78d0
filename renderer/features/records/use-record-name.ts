import { computed, type ComputedRef } from 'vue'
import { useTexts, type MessageKey } from '../../i18n/index.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { textIn } from './text-in.ts'
import type { ManagedRecord } from './use-managed-record.ts'
import type { VersionedRecord } from './use-record-editor.ts'

/**
 * What the page of a record is called: by its name in the clerk's language.
 * @param texts `add` for one that is to be made, `one` until it is here
 */
export function useRecordName<
  R extends VersionedRecord & { readonly names: Readonly<Record<string, string>> },
>(
  { isNew, record }: Pick<ManagedRecord<R, never>, 'isNew' | 'record'>,
  texts: { readonly add: MessageKey; readonly one: MessageKey },
): ComputedRef<string> {
  const { t } = useTexts()
  const storeInfo = useStoreInfo()
  return computed(() => {
    if (isNew) return t(texts.add)
    return textIn(record.value?.names ?? {}, storeInfo.clerkCulture) ?? t(texts.one)
  })
}
