import { computed, type ComputedRef } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import type { Texts } from '../../i18n/index.ts'
import { fieldLabel } from './customer-name.ts'

/** What the API has refused a customer with: at its field, and all of it in words. */
export function customerFaults(
  refused: () => ApiError | undefined,
  t: Texts['t'],
): { faultAt: (field: string) => string | undefined; error: ComputedRef<ApiError | undefined> } {
  return {
    faultAt: (name) =>
      refused()?.faults.find(({ field }) => field === name || field?.startsWith(`${name}.`) === true)?.text,
    error: computed(() => {
      const error = refused()
      return (
        error &&
        new ApiError(
          error.status,
          error.faults.map(({ field, text, ...fault }) => ({
            ...fault,
            field: undefined,
            text: field === undefined ? text : `${fieldLabel(field, t)}: ${text}`,
          })),
        )
      )
    }),
  }
}
