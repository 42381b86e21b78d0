import { watch } from 'vue'
import { useTexts } from '../../i18n/index.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/**
 * How records are called, by their ids, also those that somebody has deleted since: as they were while the page was open.
 * @param known those that are there
 */
export function useRememberedNames(known: () => readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const note = (): void => known().forEach(({ id, name }) => names.set(id, name))
  watch(known, note, { immediate: true })
  return names
}

/**
 * How something is called that is chosen, or has something typed for it, and that somebody has deleted meanwhile. Of what was typed
 * before the page was loaded anew nobody knows the name any more.
 * @param known those that are there
 */
export function useGoneNames(known: () => readonly Named[]): (id: string) => string {
  const { t } = useTexts()
  const names = useRememberedNames(known)
  return (id) => [names.get(id) ?? [], t('recordPage.gone')].flat().join(' · ')
}
