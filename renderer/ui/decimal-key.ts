import { decimalSign } from './format.ts'
import { isTextInput } from './text-input.ts'

/**
 * The decimal key of a number pad writes what the keyboard's country writes, a point or a comma. In a field of amounts it
 * is the sign of the language that the field is read in, its `lang` or that of what it stands in, as in a spreadsheet.
 */
export function writeDecimalSign(): void {
  addEventListener('keydown', (event) => {
    const { code, key, target } = event
    if (code !== 'NumpadDecimal' || !['.', ','].includes(key)) return
    if (!isTextInput(target) || target.inputMode !== 'decimal') return
    const sign = decimalSign(target.closest<HTMLElement>('[lang]')?.lang ?? '')
    if (key === sign || event.defaultPrevented) return
    event.preventDefault()
    // The one way to write that can be undone by keyboard as what was typed.
    // oxlint-disable-next-line typescript/no-deprecated
    document.execCommand('insertText', false, sign)
  })
}
