import { useTexts } from '../../i18n/index.ts'
import type { ShelfRecord } from './shelf.ts'

/** How catalogs, price groups and tax rates are called where one is chosen. */
export function useShelfNames(): { labelOf: (record: ShelfRecord) => string } {
  const { t } = useTexts()
  return {
    labelOf: ({ isRetired, name }) => (isRetired ? `${name} · ${t('recordPage.retired')}` : name),
  }
}
