import { onUnmounted } from 'vue'
import { isTextInput } from '../../ui/text-input.ts'

/**
 * A key with its modifiers, as it is shown: `F2`, `Shift+F4`, `Ctrl+Z`, `?`, `J`. Function keys work everywhere, letters
 * only outside of text fields, other characters in empty ones too, and with Ctrl everywhere; but what edits a text is
 * the field's where something has been typed.
 */
export type Shortcut = string
type Layer = Readonly<Record<Shortcut, () => void>>

/** Innermost component last; it is asked first. */
const layers: Layer[] = []

/**
 * Listens for shortcuts while the component is on the page. While a dialog is open the page behind it is silent.
 */
export function useShortcuts(shortcuts: Layer): void {
  if (layers.length === 0) {
    window.addEventListener('keydown', onKeydown)
    window.addEventListener('focusin', onFocus)
  }
  layers.push(shortcuts)
  onUnmounted(() => {
    layers.splice(layers.indexOf(shortcuts), 1)
    if (layers.length > 0) return
    window.removeEventListener('keydown', onKeydown)
    window.removeEventListener('focusin', onFocus)
  })
}

function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const handler = layers.findLast((layer) => shortcutOf(event) in layer)?.[shortcutOf(event)]
  const isSilent = isDialogOpen()
  if (
    !handler ||
    (isSilent && !isBrowsers(event)) ||
    (event.key === 'Escape' && isListOpen()) ||
    (event.key.length === 1 && belongsToField(event))
  )
    return
  // The browser's own meaning of the key never happens, not even while the key is held down or a dialog is open.
  event.preventDefault()
  if (!event.repeat && !isSilent) handler()
}

/** The name of what was pressed; Shift does not count with plain characters, since it is part of how they are typed. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): Shortcut {
  const isNamed = event.key.length > 1
  const isCombined = event.ctrlKey || event.metaKey
  return [
    isCombined ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey && (isNamed || isCombined) ? 'Shift+' : '',
    isNamed ? event.key : event.key.toUpperCase(),
  ].join('')
}

/** What stood in the field when it got the focus. */
let textAtFocus = ''
function onFocus({ target }: FocusEvent): void {
  textAtFocus = isTextInput(target) ? target.value : ''
}

/** What Ctrl and a letter do to a text: undo, again, all, copy, paste, cut. */
const EDITING = ['z', 'y', 'a', 'c', 'v', 'x']

/** Whether a browser may have a meaning of its own for the key, which leads out of the page: F6 goes to its address bar. */
function isBrowsers({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key.length === 1) return (ctrlKey || metaKey) && !EDITING.includes(key.toLowerCase())
  return key.startsWith('F')
}

/** Whether the key means the text that is being typed. */
function belongsToField({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!isTextInput(target)) return false
  if (ctrlKey || metaKey) return EDITING.includes(key.toLowerCase()) && target.value !== textAtFocus
  return /[\p{L}\p{N}]/u.test(key) || target.value !== ''
}

/** Escape is the open list's. */
function isListOpen(): boolean {
  return document.querySelector('[role="listbox"][data-state="open"], [role="menu"]') !== null
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"]') !== null
}

/** Whether something lies over the page. */
export const isLayerOpen = (): boolean => isListOpen() || isDialogOpen()
