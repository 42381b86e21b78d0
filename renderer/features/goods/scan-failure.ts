import type { ApiError } from '../../api/api-error.ts'
import { useTexts } from '../../i18n/index.ts'
import { faultText, saidOf } from '../../ui/fault-text.ts'
import { numberFormat } from '../../ui/intl.ts'
import { MAX_QUANTITY } from './quantity.ts'

/** Why a text that was scanned or typed has added nothing, wherever goods are scanned. */
export type ScanFailure =
  | { readonly kind: 'unknown' | 'ambiguous' | 'no-quantity'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string; readonly error: ApiError }

/** What somebody is told of it. */
export function useScanFailureText(): (failure: ScanFailure) => string {
  const { t, locale } = useTexts()
  return (failure) => {
    const { text } = failure
    switch (failure.kind) {
      case 'unknown':
        return t('cart.scanUnknown', { text })
      case 'ambiguous':
        return t('cart.scanAmbiguous', { text })
      case 'no-quantity':
        return t('cart.scanNoQuantity', { text, most: numberFormat(locale.value).format(MAX_QUANTITY) })
      case 'refused':
        return saidOf(text, failure.error.faults.map(faultText).join(' '))
    }
  }
}
