export type TextInput = HTMLInputElement | HTMLTextAreaElement

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

/** Whether what is typed there becomes its text. */
export function isTextInput(target: EventTarget | null): target is TextInput {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled
  if (!(target instanceof HTMLInputElement)) return false
  return !NO_TEXT.includes(target.type) && !target.readOnly && !target.disabled
}
