import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const text = readFileSync(join(docs, 'security.md'), 'utf8')

/** `- [what](file) “title of a test, or how it begins”` */
const attacks = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\) “(.+)”$/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}))

interface Test {
  readonly title: string
  /** Whether it is run, and holds something against what it expects. */
  readonly isProof: boolean
}

/** What keeps a test, or all of a `describe`, from being run anywhere or from having to hold. */
const notRun = new Set(['skip', 'todo', 'fails'])

/** The tests of a file as they are written: not names in comments, and not rows of tables. */
function testsIn(source: string): Test[] {
  const tests: Test[] = []
  const visit = (node: ts.Node, isRun: boolean): void => {
    let runs = isRun
    if (ts.isCallExpression(node)) {
      const chain = chainOf(node.expression)
      const [title] = node.arguments
      const [first] = chain
      if (first === 'describe' || first === 'it' || first === 'test') {
        runs &&= !chain.some((word) => notRun.has(word))
        if (first !== 'describe' && title && ts.isStringLiteralLike(title)) {
          tests.push({ title: title.text, isProof: runs && expects(node) })
        }
      }
    }
    ts.forEachChild(node, (child) => visit(child, runs))
  }
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true), true)
  return tests
}

/** `it.each(rows)` is `it`, `each`. */
function chainOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...chainOf(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return chainOf(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return chainOf(node.tag)
  return []
}

/** Whether it expects anything: by itself, or by a helper whose name says so. */
const expects = (call: ts.CallExpression): boolean =>
  call.arguments
    .slice(1)
    .some((argument) =>
      /\b(expect\w*|refused|faultyFields|unchanged|changeUnheard)\b/.test(argument.getText()),
    )

const files = new Map(
  [...new Set(attacks.map(({ file }) => file))].map((file) => [
    file,
    testsIn(readFileSync(join(docs, file), 'utf8')),
  ]),
)

test('every test that the threat model names is a test, is run, and expects something', () => {
  expect(attacks.length).toBeGreaterThan(50)
  expect(attacks.length).toBe(text.match(/^- /gm)?.length)
  const missing = attacks.filter(
    ({ file, name }) => !files.get(file)?.some(({ title, isProof }) => isProof && title.startsWith(name)),
  )
  expect(missing).toEqual([])
})

test('a test that is skipped, a comment, a row of a table and one that expects nothing are no proof', () => {
  const source = `
    it('a', () => expect(1).toBe(1))
    it.each([['row']])('b %s', () => { expect(1).toBe(1) })
    it.skip('c', () => expect(1).toBe(1))
    describe.skip('d', () => { it('e', () => expect(1).toBe(1)) })
    it.todo('f')
    it('g', () => {})
    it.fails('h', () => expect(1).toBe(1))
    // it('i', () => expect(1).toBe(1))
  `
  const titles = testsIn(source)
    .filter(({ isProof }) => isProof)
    .map(({ title }) => title)
  expect(titles).toEqual(['a', 'b %s'])
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
