import { computed, nextTick, shallowRef, watch, type ComputedRef, type Ref } from 'vue'

export interface Discard {
  discard: () => Promise<void>
  canBringBack: ComputedRef<boolean>
  bringBack: () => Promise<void>
}

/**
 * What was typed on a page is given up, and can be had back until something else is typed, or somebody has changed the
 * record. The focus goes to the first field each time.
 * @param version of the record that was typed on; undefined for one that is to be made
 */
export function useDiscard<F>(
  editor: { form: Ref<F | undefined>; isChanged: ComputedRef<boolean>; discard: () => void },
  version: () => number | undefined,
): Discard {
  const discarded = shallowRef<F>()
  watch(version, () => (discarded.value = undefined))
  watch(editor.isChanged, (isChanged) => {
    if (isChanged) discarded.value = undefined
  })

  async function goOn(): Promise<void> {
    await nextTick()
    document.querySelector<HTMLElement>('main :is(input, textarea)')?.focus()
  }

  return {
    async discard() {
      const typed = editor.form.value
      editor.discard()
      await goOn()
      discarded.value = typed
    },
    canBringBack: computed(() => discarded.value !== undefined),
    async bringBack() {
      editor.form.value = discarded.value
      await goOn()
    },
  }
}
