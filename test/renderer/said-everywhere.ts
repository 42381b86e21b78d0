import { expect } from 'vitest'
import { i18n, LOCALES, speak } from '../../renderer/i18n/index.ts'
import { faultText } from '../../renderer/ui/fault-text.ts'

type Told = Parameters<typeof faultText>[0]

/** What the console says more plainly than the API, which speaks to programs. */
const REWORDED: Readonly<Record<string, string>> = {
  'campaign.end': 'must be after the beginning',
  'criterion.pattern': 'is not of the right form',
  'field.pattern': 'is not of the right form',
  'order.shipping-address-changed':
    'Somebody else has changed it to “Ida Møller, Havnegade 12, 9990 Skagen, Denmark, ida.moller@example.com, +45 20 12 34 56” meanwhile. Save again to put yours in its place.',
  'shipping-method.default-payment': 'must be one of the payment methods that go with it',
}
/** What the API says of whose record it is, and which fields, the page shows itself. */
const CHANGED = /^The [a-z ]+ has been changed in the meantime by (.+) \((.+)\).*$/

/**
 * Proves that the console says faults in each of its languages: in English what the core says, in no other language that, and
 * without a value left out.
 * @param say how the console says them
 */
export async function expectSaidEverywhere<F extends Told>(
  faults: readonly F[],
  say: (fault: F) => string = faultText,
): Promise<void> {
  const said: string[][] = []
  for (const locale of LOCALES) {
    await speak(locale)
    expect(i18n.global.locale.value).toBe(locale)
    said.push(faults.map(say))
  }
  for (const [index, fault] of faults.entries()) {
    const texts = said.map((ofLocale) => ofLocale[index] ?? '')
    const core = REWORDED[fault.code ?? ''] ?? fault.text.replace(CHANGED, CHANGED_TEXT)
    expect(plain(texts[0] ?? ''), fault.code).toBe(plain(core))
    expect(new Set(texts).size, `${fault.code}: ${texts.join(' | ')}`).toBe(LOCALES.length)
    expect(texts.join()).not.toMatch(/[{}]/)
  }
}
const CHANGED_TEXT = 'It has been changed in the meantime by $1 ($2). Please read it again.'

const plain = (text: string): string =>
  text
    .replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())
    .replace(/\.$/, '')
    .replaceAll(/[“”"]/g, '"')
    .replaceAll('"New order"', '"New"')
    .replaceAll(/ \([0-9a-f-]{36}\)/g, '')
    .replaceAll(/\(\d[^)]*\)/g, '(moment)')
    .replaceAll(/(?:€|DKK\s)?\d[\d.,]*\d( [A-Z]{3})?/gu, '#')
    .replaceAll(/#,/g, '#')
