import { onUnmounted } from 'vue'

/**
 * A key with its modifiers, as it is shown: `F2`, `Shift+F4`, `Ctrl+Z`, `?`. Function keys work everywhere, characters
 * only outside of filled text fields.
 */
export type Shortcut = string
type Layer = Readonly<Record<Shortcut, () => void>>

/** Innermost component last; it is asked first. */
const layers: Layer[] = []

/**
 * Listens for shortcuts while the component is on the page. While a dialog is open the page behind it is silent.
 */
export function useShortcuts(shortcuts: Layer): void {
  if (layers.length === 0) window.addEventListener('keydown', onKeydown)
  layers.push(shortcuts)
  onUnmounted(() => {
    layers.splice(layers.indexOf(shortcuts), 1)
    if (layers.length === 0) window.removeEventListener('keydown', onKeydown)
  })
}

function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const handler = layers.findLast((layer) => shortcutOf(event) in layer)?.[shortcutOf(event)]
  if (!handler || isDialogOpen() || (event.key.length === 1 && isFilledTextField(event.target))) return
  // The browser's own meaning of the key never happens, not even while the key is held down.
  event.preventDefault()
  if (!event.repeat) handler()
}

/** The name of what was pressed; Shift counts with named keys only, since it is part of how characters are typed. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): Shortcut {
  const isNamed = event.key.length > 1
  return [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    event.shiftKey && isNamed ? 'Shift+' : '',
    isNamed ? event.key : event.key.toUpperCase(),
  ].join('')
}

function isFilledTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false
  return !['radio', 'checkbox'].includes(target.type) && target.value !== ''
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][data-state="open"]') !== null
}
