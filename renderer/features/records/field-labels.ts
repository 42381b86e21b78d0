import { useTexts, type MessageKey } from '../../i18n/index.ts'
import { cultureNames } from '../../ui/format.ts'
import { useStoreInfo } from '../stores/store-info.ts'

const COMMON: Readonly<Record<string, MessageKey>> = {
  names: 'recordPage.name',
  descriptions: 'recordPage.description',
  state: 'recordPage.state',
}

/**
 * The fields of a record's history in words: `names.da-DK` is the name in Danish.
 * @param labels of fields by their names, beside those that every record has
 * @param placeOf what stands behind a field, such as the name of a price group; undefined where it says nothing of it
 */
export function useFieldLabels(
  labels: Readonly<Record<string, MessageKey>>,
  placeOf: (field: string, which: string) => string | undefined = () => undefined,
): (field: string) => string {
  const { t, locale } = useTexts()
  const storeInfo = useStoreInfo()

  const textOf = (part: string): string => {
    const key = labels[part] ?? COMMON[part]
    return key ? t(key) : part
  }
  const languageOf = (culture: string): string =>
    cultureNames(storeInfo.store?.cultures ?? [], locale.value).find(({ value }) => value === culture)
      ?.label ?? culture

  return (path) => {
    const words: string[] = []
    const parts = path.split('.')
    for (let at = 0; at < parts.length; at++) {
      const [part = '', which] = [parts[at], parts[at + 1]]
      words.push(textOf(part))
      if (which === undefined) continue
      const place = part === 'names' || part === 'descriptions' ? languageOf(which) : placeOf(part, which)
      if (place === undefined) continue
      words.push(place)
      at += 1
    }
    return words.join(' · ')
  }
}

/** A field that a refusal names as histories name it: what stands in a list is counted from one. */
export const countedFromOne = (path: string): string =>
  path.replaceAll(/\.(\d+)(?=\.|$)/g, (_, index: string) => `.${Number(index) + 1}`)
