import { computed, shallowRef, type ComputedRef } from 'vue'
import { toApiError, type ApiError } from '../api/api-error.ts'
import { faultText } from './fault-text.ts'

export interface Faults {
  error: ComputedRef<ApiError | undefined>
  /** The text to show at a field; a path's last part decides, so `shippingAddress.email` is `email`'s. */
  at: (field: string) => string | undefined
  /** The faults that belong to none of the fields on the form. */
  elsewhere: ComputedRef<ApiError | undefined>
  isBusy: ComputedRef<boolean>
  /** Runs an action and keeps what the API refused; true where it succeeded. */
  run: (action: () => Promise<unknown>) => Promise<boolean>
  setLocal: (faults: Record<string, string>) => void
  /** The field is being corrected: its fault is no longer shown. */
  forget: (field: string) => void
  clear: () => void
}

/** Faults of one form or action, shown at the field the API names and otherwise beside the action. */
export function useFaults(fields: readonly string[] = []): Faults {
  const error = shallowRef<ApiError>()
  const local = shallowRef<Record<string, string>>({})
  const forgotten = shallowRef<readonly string[]>([])
  const running = shallowRef(0)

  function at(field: string): string | undefined {
    if (forgotten.value.includes(field)) return undefined
    const fault = error.value?.faults.find((one) => lastPart(one.field) === field)
    return local.value[field] ?? (fault && faultText(fault))
  }

  const elsewhere = computed(() => {
    const all = error.value
    if (!all) return undefined
    const isShown =
      all.faults.some((fault) => !fields.includes(lastPart(fault.field))) || all.faults.length === 0
    return isShown ? all : undefined
  })

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    clear()
    running.value += 1
    try {
      await action()
      return true
    } catch (failure) {
      error.value = toApiError(failure)
      return false
    } finally {
      running.value -= 1
    }
  }

  function clear(): void {
    error.value = undefined
    local.value = {}
    forgotten.value = []
  }

  return {
    error: computed(() => error.value),
    at,
    elsewhere,
    isBusy: computed(() => running.value > 0),
    run,
    setLocal(faults) {
      clear()
      local.value = faults
    },
    forget: (field) => (forgotten.value = [...forgotten.value, field]),
    clear,
  }
}

function lastPart(field: string | undefined): string {
  return field?.split('.').at(-1) ?? ''
}
