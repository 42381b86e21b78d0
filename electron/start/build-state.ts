import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm run build` makes; each is written whole, so the oldest of them dates the build. */
export const OUTPUTS = [
  'out/main/main.js',
  'out/main/cli.js',
  'out/main/core.js',
  'out/main/worker.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
]
/** What it is made from. */
const SOURCES = [
  'core',
  'electron',
  'renderer',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
/** Made by the build beside what it builds with, so gone after `npm ci`: the types of Nuxt UI's components. */
export const SIDE_OUTPUT = 'node_modules/.nuxt-ui'
/** Parts of the source folders that never get into the build. */
const NOT_BUILT = new Set(['cli.ts', 'packaging', 'start', 'start.ts'])

/**
 * Whether the build is missing or older than a source. Folders count with their own time, which changes when a
 * file in them is added, renamed or removed.
 * @param root the project's folder
 */
export function isBuildStale(root: string): boolean {
  const built = Math.min(...OUTPUTS.map((output) => timeOf(join(root, output)) ?? 0))
  return (
    built === 0 ||
    !existsSync(join(root, SIDE_OUTPUT)) ||
    SOURCES.some((source) => hasNewer(join(root, source), built))
  )
}

function hasNewer(path: string, time: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return false
  if (stat.mtimeMs > time) return true
  return (
    stat.isDirectory() &&
    readdirSync(path).some((name) => !NOT_BUILT.has(name) && hasNewer(join(path, name), time))
  )
}

const timeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs
