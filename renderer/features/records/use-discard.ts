import { computed, nextTick, shallowRef, watch, type ComputedRef } from 'vue'
import type { OpenRecord, VersionedRecord } from './use-record-editor.ts'

export interface Discard {
  discard: () => Promise<void>
  /** Likewise where others have changed the same. */
  takeTheirs: () => Promise<void>
  canBringBack: ComputedRef<boolean>
  bringBack: () => Promise<void>
}

/**
 * What was typed on a page is given up, and can be had back until something else is typed, or somebody has changed the
 * record. The focus goes to the first field each time.
 */
export function useDiscard<R extends VersionedRecord, F>(editor: OpenRecord<R, F>): Discard {
  const given = shallowRef<{ readonly typed: F | undefined; readonly left: string }>()
  watch(
    () => editor.record.value?.version,
    () => (given.value = undefined),
  )
  const canBringBack = computed(() => given.value?.left === textOf(editor.form.value))

  async function giveUp(step: () => void): Promise<void> {
    const typed = editor.form.value
    step()
    await focusFirst()
    given.value = { typed, left: textOf(editor.form.value) }
  }

  return {
    discard: async () => giveUp(editor.discard),
    takeTheirs: async () => giveUp(editor.takeTheirs),
    canBringBack,
    async bringBack() {
      editor.form.value = given.value?.typed
      await focusFirst()
    },
  }
}

const textOf = (form: unknown): string => JSON.stringify(form)

/** To the first field of the page. */
export async function focusFirst(): Promise<void> {
  await nextTick()
  document.querySelector<HTMLElement>('main :is(input, textarea)')?.focus()
}

/** To the choice between theirs and mine: nothing is saved before it is made. */
export async function focusChoice(): Promise<void> {
  await nextTick()
  document.querySelector<HTMLElement>('[data-whose] button')?.focus()
}
