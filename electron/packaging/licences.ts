import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of somebody else that reaches whoever installs Backcounter. */
export interface Part {
  readonly name: string
  readonly version: string
  /** SPDX identifier, as the package declares it; empty where it declares none. */
  readonly licence: string
}

/** Licences that ask for no more than their text beside the program. Another one needs a decision, so it is an error. */
export const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
])

/** In the desktop or the console though not among their modules: the window itself, drawn icons, generated styles. */
const BUILT_IN = ['electron', '@iconify-json/lucide', 'tailwindcss']

interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  /** Node for the scripts of this project, which no package holds. */
  readonly optional?: boolean
  /** In the lock file, but needed by nothing and not installed. */
  readonly extraneous?: boolean
}

/**
 * Everything of others that is passed on: what the core runs on, what is bundled into the console, and `BUILT_IN`.
 * @param root the project's folder, with the console built
 */
export function partsOf(root: string): Part[] {
  const locked = lockOf(root)
  const running = locked.filter(([, part]) => !part.dev && !part.optional && !part.extraneous)
  const builtIn = locked.filter(([path]) => BUILT_IN.some((name) => path === `node_modules/${name}`))
  const parts = [...running, ...builtIn].map(([path, { version, license = '' }]) => ({
    name: nameAt(path),
    version,
    licence: license,
  }))
  const bundled = bundledInto(root).map(({ name, version, identifier }) => ({
    name,
    version,
    licence: identifier ?? '',
  }))
  const all = new Map([...parts, ...bundled].map((part) => [`${part.name}@${part.version}`, part]))
  return [...all.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** The page that names them all. */
export function licencesPage(parts: readonly Part[]): string {
  const counts = Map.groupBy(parts, ({ licence }) => licence || 'none declared')
  const summary = [...counts].map(([licence, { length }]) => `${licence} ${length}`).sort()
  return `# Licences of what Backcounter passes on

Made by \`npm run licences\` from the lock file and the built console; a test holds that it is current and that each
licence asks for no more than its text beside the program. A package of the desktop carries the texts in
\`out/third-party-licences.txt\`, and Electron's own notices beside it.

${summary.join(' · ')}. Inside better-sqlite3 is SQLite, which is in the public domain; inside @fastify/swagger-ui is
Swagger UI, Apache-2.0.

| Package | Version | Licence |
| --- | --- | --- |
${parts.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`
}

/** The texts that the licences ask to be passed on, one after another. */
export function licenceTexts(root: string, parts: readonly Part[]): string {
  const bundled = new Map(bundledInto(root).map(({ name, version, text }) => [`${name}@${version}`, text]))
  const installed = new Map(
    lockOf(root).map(([path, { version }]) => [`${nameAt(path)}@${version}`, join(root, path)]),
  )
  return parts
    .map(({ name, version, licence }) => {
      const key = `${name}@${version}`
      const text = bundled.get(key) ?? textIn(installed.get(key) ?? '') ?? `Licence: ${licence}`
      return `${name} ${version} (${licence})\n\n${text.trim()}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** A file of its own, or the last part of what a package says of itself. */
function textIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const textOf = (name: RegExp): string | undefined => {
    const file = readdirSync(folder).find((one) => name.test(one))
    return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8')
  }
  return textOf(/^licen[cs]e/i) ?? textOf(/^readme/i)?.match(/^#+ licen[cs]e\n(.+)$/ims)?.[1]
}

function lockOf(root: string): [path: string, LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.entries(packages).filter(([path]) => path !== '')
}

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
const nameAt = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** What the bundler says it has put into the console. */
const bundledInto = (root: string) =>
  JSON.parse(readFileSync(join(root, 'out/renderer/licences.json'), 'utf8')) as {
    name: string
    version: string
    identifier: string | null
    text: string
  }[]
