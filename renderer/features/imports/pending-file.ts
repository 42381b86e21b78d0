import { shallowRef } from 'vue'

/** A file that was dropped somewhere else in the console, on its way to the page that imports it. */
const pending = shallowRef<File>()

export const offerFile = (file: File): void => void (pending.value = file)

export function takeFile(): File | undefined {
  const file = pending.value
  pending.value = undefined
  return file
}
