import { computed, ref, watch, type ComputedRef } from 'vue'
import { keptFields } from '../kept.ts'
import type { ListColumn } from './list-column.ts'

export interface ColumnChoice {
  /** In their order: the first one always, because it opens the row. */
  shown: ComputedRef<ListColumn[]>
  /** Those that may be left out. */
  choices: ComputedRef<ListColumn[]>
  isShown: (column: ListColumn) => boolean
  toggle: (column: ListColumn) => void
}

/**
 * Which columns of a list somebody wants to see on this machine.
 * @param list its name, under which that is kept
 */
export function useColumnChoice(list: string, columns: () => readonly ListColumn[]): ColumnChoice {
  const key = `backcounter.columns.${list}`
  const chosen = ref(read(localStorage.getItem(key)))
  watch(chosen, (now) => localStorage.setItem(key, JSON.stringify(now)))

  const choices = computed(() => columns().filter(({ isLabelHidden }, index) => index > 0 && !isLabelHidden))
  const isShown = ({ name, isExtra = false }: ListColumn): boolean => chosen.value[name] ?? !isExtra
  return {
    shown: computed(() => columns().filter((column) => !choices.value.includes(column) || isShown(column))),
    choices,
    isShown,
    toggle: (column) => (chosen.value = { ...chosen.value, [column.name]: !isShown(column) }),
  }
}

/** Anything may stand there. */
function read(kept: string | null): Record<string, boolean> {
  const entries = Object.entries(keptFields(kept))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  )
}
