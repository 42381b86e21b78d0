import type { TextInput } from '../../ui/text-input.ts'

interface Kept {
  value: string
  selection: [start: number, end: number] | undefined
}

export interface KeptTexts {
  /** Notes the field as it is before a key; what was noted first counts. */
  keep: (field: TextInput) => void
  /** Gives every noted field its text and selection back. */
  restore: () => void
  forget: () => void
}

/** What browsers call an input that takes back what was typed. */
const TAKEN_BACK = 'historyUndo'

/** Whether an input only takes back what has come into the field, such as the characters of a scan: nothing is typed by it. */
export const isTakenBack = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType === TAKEN_BACK

/** The texts of the fields that the characters of a scan fall into before it is known to be one. */
export function createKeptTexts(): KeptTexts {
  const fields = new Map<TextInput, Kept>()

  function restore(): void {
    for (const [field, { value, selection }] of fields) {
      if (field.value === value) continue
      field.value = value
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: TAKEN_BACK }))
      if (selection) field.setSelectionRange(...selection)
    }
    fields.clear()
  }

  return {
    keep(field) {
      if (!fields.has(field)) fields.set(field, { value: field.value, selection: selectionOf(field) })
    },
    restore,
    forget: () => fields.clear(),
  }
}

/** Fields of dates and the like have no selection to ask for. */
function selectionOf({ selectionStart, selectionEnd }: TextInput): Kept['selection'] {
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd]
}
