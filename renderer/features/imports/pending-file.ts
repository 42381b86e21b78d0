import { shallowRef } from 'vue'

/** Files that were dropped somewhere else in the console, on their way to the page that takes them. */
const pending = shallowRef<readonly File[]>([])

export const offerFiles = (files: readonly File[]): void => void (pending.value = files)

export function takeFiles(): readonly File[] {
  const files = pending.value
  pending.value = []
  return files
}
