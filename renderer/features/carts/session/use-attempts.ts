import { shallowRef, watch, type ShallowRef } from 'vue'
import { ApiError } from '../../../api/api-error.ts'
import type { CartSession } from './cart-session.ts'
import { ChangeDropped, ChangeUnsure } from './change.ts'

/** The parts of the editor that show what their last action was refused with. */
export type EditorPart =
  | 'lines'
  | 'head'
  | 'promotions'
  | 'customer'
  | 'addresses'
  | 'delivery'
  | 'payment'
  | 'place'

export interface Attempts {
  /** What the last action of each part was refused with. */
  refusals: Readonly<ShallowRef<Partial<Record<EditorPart, ApiError>>>>
  /** Whether a change of this clerk may not have been saved, because its answer was lost. */
  hasDropped: Readonly<ShallowRef<boolean>>
  forgetDropped: () => void
  /** Runs an action of a part and shows its refusal there; true if it succeeded. */
  attempt: (part: EditorPart, action: () => Promise<unknown>) => Promise<boolean>
  /**
   * Runs the action of a dialog. If a colleague changed the cart first, answers false at once so that the dialog can get
   * out of the way; the action then waits for the clerk's choice.
   * @throws ApiError if it is refused before that
   */
  unlessOvertaken: (part: EditorPart, action: () => Promise<unknown>) => Promise<boolean>
}

/** Runs the editor's actions and keeps what each part was refused with. */
export function useAttempts({ isConflicting }: Pick<CartSession, 'isConflicting'>): Attempts {
  const refusals = shallowRef<Partial<Record<EditorPart, ApiError>>>({})
  const hasDropped = shallowRef(false)

  async function attempt(part: EditorPart, action: () => Promise<unknown>): Promise<boolean> {
    refusals.value = { ...refusals.value, [part]: undefined }
    try {
      await action()
      return true
    } catch (error) {
      if (error instanceof ChangeUnsure) hasDropped.value = true
      else if (error instanceof ChangeDropped) return false
      else if (error instanceof ApiError) refusals.value = { ...refusals.value, [part]: error }
      else throw error
      return false
    }
  }

  async function unlessOvertaken(part: EditorPart, action: () => Promise<unknown>): Promise<boolean> {
    const acting = action()
    let stop = (): void => undefined
    const overtaken = new Promise<boolean>((resolve) => {
      stop = watch(isConflicting, (is) => is && resolve(false), { immediate: true })
    })
    try {
      const isDone = await Promise.race([acting.then(() => true), overtaken])
      if (!isDone) void attempt(part, () => acting)
      return isDone
    } finally {
      stop()
    }
  }

  return {
    refusals,
    hasDropped,
    forgetDropped: () => (hasDropped.value = false),
    attempt,
    unlessOvertaken,
  }
}
