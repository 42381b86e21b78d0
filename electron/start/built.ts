import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as core from '../starter-core.ts'

/** The core as `npm run build` makes it, which loads in a fraction of the time that its sources take. */
export const builtCore = async (root: string): Promise<typeof core> =>
  (await import(urlOf(root, 'core'))) as typeof core

/** Runs the command line as `npm run build` makes it. */
export const runBuiltCli = async (root: string): Promise<unknown> => import(urlOf(root, 'cli'))

const urlOf = (root: string, name: string): string => pathToFileURL(join(root, 'out/main', `${name}.js`)).href
