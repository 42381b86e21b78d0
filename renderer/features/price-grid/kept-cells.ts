import { shallowReactive, watch } from 'vue'
import type { PersonAtDesk } from '../../api/desk.ts'
import { keptList } from '../../ui/kept.ts'

/** What is typed into a cell, and by whom. */
export interface TypedCell {
  readonly text: string
  /** Whether it was typed with tax: it is that until it is stored, however prices are shown by then. */
  readonly isGross: boolean
  readonly by: PersonAtDesk | undefined
}

/** @param isGross of what was kept before that was said of it */
export const readTyped = (kept: unknown, isGross: boolean): readonly TypedCell[] =>
  typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string'
    ? [{ isGross, ...kept } as TypedCell]
    : []

/**
 * Something of some cells, by cell, that is still there when the page is loaded anew.
 * @param name where the window keeps it
 * @param read what is kept of a cell; nothing where it cannot be read
 */
export function useKeptCells<T>(name: string, read: (kept: unknown) => readonly T[]): Map<string, T> {
  const cells = shallowReactive(new Map(keptCells(name, read)))
  watch(cells, (now) => {
    if (now.size === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify([...now]))
  })
  return cells
}

const keptCells = <T>(name: string, read: (kept: unknown) => readonly T[]): [string, T][] =>
  keptList(sessionStorage.getItem(name)).flatMap((entry) => {
    const [key, kept] = Array.isArray(entry) ? (entry as unknown[]) : []
    return typeof key === 'string' ? read(kept).map((value): [string, T] => [key, value]) : []
  })
