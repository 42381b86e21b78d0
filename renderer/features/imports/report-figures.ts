import type { ImportReport } from '../../api/transfer.ts'
import type { Texts } from '../../i18n/index.ts'
import { numberFormat } from '../../ui/intl.ts'

/** What an import would do, or has done, in figures. */
export function figuresOf(
  report: ImportReport,
  t: Texts['t'],
  locale: string,
): readonly { readonly label: string; readonly value: string }[] {
  const { format } = numberFormat(locale)
  return [
    {
      label: t(report.kind === 'stock' ? 'imports.addedStock' : 'imports.added'),
      value: format(report.added),
    },
    { label: t('imports.changed'), value: format(report.changed) },
    { label: t('imports.unchanged'), value: format(report.unchanged) },
    { label: t('imports.faults'), value: format(report.faults.length) },
  ]
}
