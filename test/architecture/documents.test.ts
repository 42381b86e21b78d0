import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const files = globSync('{core,electron,renderer,test,docs}/**', { cwd: root })
const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)))
/** All files and folders, as a name between slashes is looked for. */
const tree = files.map((file) => `/${file}/`).join('\n')

/** What stands for a noun or kind of the reader's own, and the example that was made in a copy. */
const isExample = (name: string): boolean => /(?:^|[/-])x[-.]|greeting/.test(name)

/** A file of ours, or a path: `carts/add-line.ts`, a pattern, `core/orders/find-orders` for a test. */
const isOurs = (name: string): boolean =>
  /^[\w.*-]+(?:\/[\w.*-]+)*\.(?:ts|vue|md)$/.test(name) ||
  (/^[\w-]+(?:\/[\w-]+)+\/?$/.test(name) && folders.has(name.split('/')[0] ?? ''))

function isThere(name: string): boolean {
  const pattern = name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/\\n]+')
  return existsSync(join(root, name)) || new RegExp(`/${pattern}(?:\\.test\\.ts)?/`).test(tree)
}

describe.each(['README.md', ...globSync('docs/*.md', { cwd: root })])('%s', (document) => {
  const text = read(document)
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

  it('links to what is there', () => {
    const links = all(/\]\((?!https?:)([^)#]+)/g)
    expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
  })

  it('names files and folders that are there', () => {
    const names = all(/`([^`\n]+)`/g).filter((name) => isOurs(name) && !isExample(name))
    expect(names.filter((name) => !isThere(name))).toEqual([])
  })

  it('names scripts that are there', () => {
    const names = all(/npm run (?:-s )?([\w:-]+)/g)
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})
