import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ACCEPTED, licencesPage, licenceTexts, partsOf } from '../../electron/packaging/licences.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('what Backcounter passes on of others', () => {
  const parts = partsOf(root)

  test('may be passed on: no licence asks for more than its text beside the program', () => {
    expect(parts.filter(({ licence }) => !ACCEPTED.has(licence))).toEqual([])
  })

  test('is on the page of licences; `npm run licences` makes it anew', () => {
    expect(licencesPage(parts)).toBe(readFileSync(join(root, 'docs/licences.md'), 'utf8'))
  })

  test('holds every dependency of the core, the window and the console’s libraries', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const names = parts.map(({ name }) => name)
    for (const name of [
      ...Object.keys(dependencies),
      'electron',
      '@vue/runtime-dom',
      '@nuxt/ui',
      '@fontsource-variable/inter',
    ]) {
      expect(names).toContain(name)
    }
  })

  test('comes with the texts of its licences', () => {
    const texts = licenceTexts(root, parts)
    for (const { name, version } of parts) expect(texts).toContain(`${name} ${version} (`)
    expect(texts).toContain('SIL OPEN FONT LICENSE')
    expect(texts.match(/^Licence: /gm)?.length ?? 0).toBeLessThanOrEqual(2)
  })
})
