import { describe, expect, it } from 'vitest'
import { pageRule, readChoices, sizeOf } from '../../renderer/features/print/print-choices.ts'

describe('what a desk prints on', () => {
  it('is a roll as long as the receipt, and else the paper of the region', () => {
    expect(sizeOf('receipt', 'A4', 960)).toEqual({ widthMm: 80, heightMm: 255 })
    expect(sizeOf('receipt', 'A4', 10)).toEqual({ widthMm: 80, heightMm: 80 })
    expect(pageRule(sizeOf('receipt', 'A4', 960), 'Receipt 1')).toBe('@page { size: 80mm 255mm; margin: 0; }')
    const sheet = pageRule(sizeOf('invoice', 'Letter', 960), String.raw`Invoice "A\1"`)
    expect(sheet).toContain('@page { size: Letter; margin: 14mm;')
    expect(sheet).toContain(String.raw`content: "Invoice \"A\\1\"";`)
    expect(readChoices(null, 'da-DK')).toEqual({ document: 'receipt', paper: 'A4', label: '', printers: {} })
    expect(readChoices(null, 'en-US').paper).toBe('Letter')
  })

  it.each(['{', 'null', '[]', '{"document":"poster","paper":7,"printers":{"receipt":7}}', '"x"'])(
    'is the plain choice where %j was kept',
    (kept) => {
      expect(readChoices(kept, 'de-DE')).toEqual({
        document: 'receipt',
        paper: 'A4',
        label: '',
        printers: {},
      })
    },
  )

  it('is what was chosen', () => {
    const chosen = {
      document: 'packing',
      paper: 'Letter',
      label: '57x32',
      printers: { packing: 'office' },
    } as const
    expect(readChoices(JSON.stringify(chosen), 'de-DE')).toEqual(chosen)
  })
})
