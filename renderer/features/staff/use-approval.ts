import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { ApiError } from '../../api/api-error.ts'
import { approveStep, type ApprovedScope } from '../../api/approvals.ts'
import { desk, isLocked, type PersonToChoose } from '../../api/desk.ts'
import { holdsScope } from '../../api/scopes.ts'
import { PIN_FORM } from '../../api/staff.ts'
import { useTexts } from '../../i18n/index.ts'

/** The fields of a form that asks for an approval, as faults name them. */
export const APPROVAL_FIELDS = ['staffId', 'pin'] as const

/** What somebody else approves of a step, where whoever is at the desk may not do it themselves. */
export interface Approving {
  /** Whether they may not. */
  readonly isNeeded: ComputedRef<boolean>
  /** Who can approve it. */
  readonly approvers: ComputedRef<readonly PersonToChoose[]>
  readonly approverId: Ref<string>
  /** Never kept, and gone with each try. */
  readonly pin: Ref<string>
  /** What is missing, by field; nothing where nobody is asked. */
  readonly check: () => Record<string, string>
  /**
   * Does the step, with what was approved for it right before.
   * @throws ApiError what the core refused; where it is to be approved again, with the field `pin`
   */
  readonly run: <T>(step: (approval: string | undefined) => Promise<T>) => Promise<T>
}

/** Who approved last at this desk. */
const LAST = 'backcounter.last-approver'

/** Asks for the approval of one step. @param scope what it needs */
export function useApproval(scope: ApprovedScope): Approving {
  const { t } = useTexts()
  const isNeeded = computed(() => !holdsScope(scope))
  const approvers = computed(() =>
    (desk.value?.people ?? []).filter(({ approves }) => approves.includes(scope)),
  )
  const isOneOf = (id: string): boolean => approvers.value.some((person) => person.id === id)
  const chosen = ref('')
  const approverId = computed({
    get: () => [chosen.value, localStorage.getItem(LAST) ?? ''].find(isOneOf) ?? onlyOne(),
    set: (id) => (chosen.value = id),
  })
  const onlyOne = (): string => (approvers.value.length === 1 ? (approvers.value[0]?.id ?? '') : '')

  const pin = ref('')
  // Of the person who is chosen, for whoever was there to see it typed.
  watch([approverId, isLocked, () => desk.value?.person?.id], () => (pin.value = ''), { flush: 'sync' })

  async function run<T>(step: (approval: string | undefined) => Promise<T>): Promise<T> {
    if (!isNeeded.value) return step(undefined)
    const by = approverId.value
    const given = pin.value
    pin.value = ''
    const approval = await approveStep({ staffId: by, pin: given, scope })
    localStorage.setItem(LAST, by)
    try {
      return await step(approval)
    } catch (failure) {
      throw failure instanceof ApiError ? atPin(failure) : failure
    }
  }

  return {
    isNeeded,
    approvers,
    approverId,
    pin,
    check: () =>
      isNeeded.value
        ? {
            ...(approverId.value === '' && { staffId: t('staff.chooseApprover') }),
            ...(!PIN_FORM.test(pin.value) && { pin: t('staff.pinForm') }),
          }
        : {},
    run,
  }
}

/** An approval that is not good any more is given anew, by the PIN. */
const atPin = ({ faults, status }: ApiError): ApiError =>
  new ApiError(
    status,
    faults.map((fault) =>
      fault.code?.startsWith('approval.') === true ? { ...fault, field: 'pin' } : fault,
    ),
  )
