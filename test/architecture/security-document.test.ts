import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const text = readFileSync(join(docs, 'security.md'), 'utf8')

/** `- [what](file) “name of a test, or how it begins”` */
const attacks = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\) “(.+)”$/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}))

test('every test that the threat model names exists', () => {
  expect(attacks.length).toBeGreaterThan(50)
  expect(attacks.length).toBe(text.match(/^- /gm)?.length)
  const missing = attacks.filter(({ file, name }) => !readFileSync(join(docs, file), 'utf8').includes(name))
  expect(missing).toEqual([])
})

test('every paragraph that claims a defence names a test that attacks it', () => {
  const paragraphs = text.split('\n\n').filter((each) => /^\*\*(?!Not defended|What is worth)/.test(each))
  const lists = text.split('\n\n')
  const bare = paragraphs.filter((each) => {
    const next = lists[lists.indexOf(each) + 1] ?? ''
    return !next.startsWith('- [')
  })
  expect(bare).toEqual([])
})
