import { nextTick, onUnmounted } from 'vue'
import { isTextInput, type TextInput } from '../../ui/text-input.ts'
import { wordsIn, wordText } from '../../ui/words-in.ts'
import { createHeldKeys, redirect, stop } from './held-keys.ts'
import { createKeptTexts } from './kept-texts.ts'
import { createScanDetector } from './scan-detector.ts'

type Receiver = (code: string) => unknown

/** The innermost component that takes scans last: it gets them, unless another one takes all. */
const receivers: {
  readonly receive: Receiver
  readonly takes: (code: string) => boolean
  readonly comesFirst: (code: string) => boolean
}[] = []

/**
 * Takes what is scanned while the component is on the page, wherever the focus is and whatever is open above it. To
 * everything else a scan never was: the field with the focus has its text from before, and no key of it opens, chooses
 * or presses anything. Only a field with the attribute `data-takes-scans` takes the code: in the place of its text, or, where
 * it says `data-takes-scans="list"`, behind what it lists already. Its Enter counts for nothing.
 * @param takesAll also what is scanned when other components have come after it
 * @param only which codes, and these though others have come after it; all others are theirs who were there before
 */
export function useScans(
  receive: Receiver,
  { takesAll = false, only }: { takesAll?: boolean; only?: (code: string) => boolean } = {},
): void {
  if (receivers.length === 0) window.addEventListener('keydown', onKeydown, { capture: true })
  const receiver = { receive, takes: only ?? (() => true), comesFirst: only ?? (() => takesAll) }
  receivers.push(receiver)
  onUnmounted(() => {
    receivers.splice(receivers.indexOf(receiver), 1)
    if (receivers.length === 0) window.removeEventListener('keydown', onKeydown, { capture: true })
  })
}

/** Hands a code on as if it had been scanned: of goods that somebody has chosen elsewhere. */
export function deliverScan(code: string): void {
  const receiver =
    receivers.findLast(({ comesFirst }) => comesFirst(code)) ?? receivers.findLast(({ takes }) => takes(code))
  receiver?.receive(code)
}

const MODIFIERS = ['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt', 'Meta']

const detector = createScanDetector()
const held = createHeldKeys()
const texts = createKeptTexts()

function onKeydown(event: KeyboardEvent): void {
  // What the page itself sends are keys that were held back and released.
  if (!event.isTrusted || MODIFIERS.includes(event.key)) return
  const verdict = detector.press(strokeOf(event), event.timeStamp)
  switch (verdict.kind) {
    case 'first':
      held.release()
      texts.forget()
      holdOrKeep(event)
      break
    case 'next':
      holdOrKeep(event)
      break
    case 'scan':
      stop(event)
      held.drop()
      void deliver(verdict.code, event.target)
      break
    case 'rest':
      stop(event)
      break
    case 'other':
      if (held.release()) redirect(event)
  }
}

/** A character goes into a text at once and is taken out again; anything else must not see it before a hand is sure. */
function holdOrKeep(event: KeyboardEvent): void {
  if (isTextInput(event.target)) texts.keep(event.target)
  else held.hold(event)
}

async function deliver(code: string, target: EventTarget | null): Promise<void> {
  texts.restore()
  // Drawn first: a field that was drawn with the characters of the scan would not be drawn again where it is given the code.
  await nextTick()
  const taker = isTextInput(target) ? target.closest<HTMLElement>('[data-takes-scans]') : null
  if (!isTextInput(target) || !taker) deliverScan(code)
  else if (taker.dataset['takesScans'] === 'list') putInto(target, withCode(target.value, code))
  else putInto(target, code)
}

/** A list with one code more; one that it has stays there once. */
function withCode(list: string, code: string): string {
  if (wordsIn(list, [code]).includes(code)) return list
  // What stands there is not written anew: codes may have commas in themselves.
  return [list.replace(/[\s,]+$/, ''), wordText(code)].filter((each) => each !== '').join(', ')
}

function putInto(field: TextInput, text: string): void {
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** The key as the detector knows it: shifted characters count, keys that are held down or combined do not. */
function strokeOf(event: KeyboardEvent): string {
  const isCombined = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
  const isEnd = event.key.length > 1
  return event.repeat || event.isComposing || isCombined || (isEnd && event.shiftKey) ? '' : event.key
}
