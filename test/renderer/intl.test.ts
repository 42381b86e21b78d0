import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dateFormat, numberFormat } from '../../renderer/ui/intl.ts'

describe('formatters', () => {
  it('are made once for a culture and what they write', () => {
    const inEuro = () => numberFormat('de-DE', { style: 'currency', currency: 'EUR' })
    expect(inEuro()).toBe(inEuro())
    expect(dateFormat('de-DE', { timeZone: 'UTC' })).toBe(dateFormat('de-DE', { timeZone: 'UTC' }))
  })

  it('are others for another culture, currency or clock', () => {
    const written = (culture: string, currency: string) =>
      numberFormat(culture, { style: 'currency', currency }).format(1.5).replace('\u00A0', ' ')
    expect(written('de-DE', 'EUR')).toBe('1,50 €')
    expect(written('en-GB', 'EUR')).toBe('€1.50')
    expect(written('de-DE', 'JPY')).toBe('2 ¥')
    const hour = (timeZone: string) =>
      dateFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date('2026-11-28T12:00:00Z'))
    expect([hour('UTC'), hour('Asia/Tokyo')]).toStrictEqual(['12:00', '21:00'])
  })

  it('are made nowhere else in the console', () => {
    const files = globSync('renderer/**/*.{ts,vue}', { exclude: ['renderer/ui/intl.ts'] })
    expect(files.length).toBeGreaterThan(300)
    const own = files.filter((file) => /new Intl\.(Number|DateTime)Format/.test(readFileSync(file, 'utf8')))
    expect(own).toStrictEqual([])
  })
})
