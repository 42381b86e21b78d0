import { watch } from 'vue'
import { useTexts } from '../../i18n/index.ts'

/**
 * How something is called that is chosen, or has something typed for it, and that somebody has deleted meanwhile: as it was while
 * the page was open. Of what was typed before the page was loaded anew nobody knows the name any more.
 * @param known those that are there
 */
export function useGoneNames(
  known: () => readonly { readonly id: string; readonly name: string }[],
): (id: string) => string {
  const { t } = useTexts()
  const names = new Map<string, string>()
  const note = (): void => known().forEach(({ id, name }) => names.set(id, name))
  watch(known, note, { immediate: true })
  return (id) => [names.get(id) ?? [], t('recordPage.gone')].flat().join(' · ')
}
