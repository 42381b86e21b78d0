import { expect, it, vi } from 'vitest'
import { CONSOLE_NAME } from '../../core/access/console-access.ts'
import { AUTHOR } from '../../core/cli/author.ts'
import { LOCALES, speak } from '../../renderer/i18n/index.ts'
import { actorName } from '../../renderer/ui/actor-name.ts'
import { faultText } from '../../renderer/ui/fault-text.ts'
import { shopZone } from '../../renderer/ui/shop-zone.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })

const ACTORS = [CONSOLE_NAME, AUTHOR]

it('what nobody in particular has done is told in every language of the console', async () => {
  const said: Record<string, string[]> = {}
  for (const locale of LOCALES) {
    await speak(locale)
    said[locale] = ACTORS.map(actorName)
  }
  expect(said).toStrictEqual({
    en: ACTORS,
    de: ['Konsole', 'Kommandozeile'],
    da: ['Konsol', 'Kommandolinje'],
    ja: ['コンソール', 'コマンドライン'],
  })
})

it('who a refusal names is told so, too; people and programs keep their names', async () => {
  await speak('de')
  shopZone.value = 'Europe/Copenhagen'
  const values = { actor: CONSOLE_NAME, date: '2026-11-27T12:00:00.000Z' }
  const code = 'record.changed'
  expect(faultText({ code, text: '', values })).toContain('Konsole')
  expect(['Olga Bank', 'Till', ''].map(actorName)).toStrictEqual(['Olga Bank', 'Till', ''])
})
