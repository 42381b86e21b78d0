import { describe, expect, it } from 'vitest'
import { SHORTCUTS } from '../../renderer/features/shortcuts/shortcut-list.ts'
import { shortcutOf } from '../../renderer/features/shortcuts/use-shortcuts.ts'

const pressed = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

describe('a shortcut', () => {
  it('is named as it is shown', () => {
    expect(pressed('F2')).toBe('F2')
    expect(pressed('F4', { shiftKey: true })).toBe('Shift+F4')
    expect(pressed('z', { ctrlKey: true })).toBe('Ctrl+Z')
    expect(pressed('z', { metaKey: true })).toBe('Ctrl+Z')
    expect(pressed('?', { shiftKey: true })).toBe('?')
  })

  it('belongs to one thing only, and not to the browser or the window', () => {
    const all = Object.values(SHORTCUTS)
    expect(new Set(all).size).toBe(all.length)
    for (const taken of ['F5', 'F10', 'F11', 'F12', 'Shift+F10']) expect(all).not.toContain(taken)
  })
})
