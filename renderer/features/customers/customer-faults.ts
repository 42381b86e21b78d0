import { computed, type ComputedRef } from 'vue'
import type { ApiError } from '../../api/api-error.ts'
import type { Texts } from '../../i18n/index.ts'
import { faultText, inWordsOf } from '../../ui/fault-text.ts'
import { countedFromOne } from '../records/field-labels.ts'
import { fieldLabel } from './customer-name.ts'

/** What the API has refused a customer with: at its field, and all of it in words. */
export function customerFaults(
  refused: () => ApiError | undefined,
  t: Texts['t'],
): { faultAt: (field: string) => string | undefined; error: ComputedRef<ApiError | undefined> } {
  return {
    faultAt(name) {
      const faults = refused()?.faults ?? []
      const fault = faults.find(({ field }) => field === name || field?.startsWith(`${name}.`) === true)
      return fault && faultText(fault)
    },
    error: computed(() => {
      const error = refused()
      return error && inWordsOf(error, (field) => fieldLabel(countedFromOne(field), t))
    }),
  }
}
