import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MAIN } from './main.ts'

/** Somebody who is not root, and of whom this machine need not know. */
export const NOBODY = 65_534

/** How a process of theirs is started, which only root can. */
export const asNobody = { uid: NOBODY, gid: NOBODY } as const

/** Why nothing can be run as somebody else; undefined where it can. */
export function whyNobodyElse(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can be somebody else'
  const read = `require('node:fs').accessSync(${JSON.stringify(MAIN)})`
  const { status } = spawnSync(process.execPath, ['-e', read], asNobody)
  return status === 0 ? undefined : 'they may not read the program'
}

/** Gives a folder with all that is in it to them. */
export function giveToNobody(dir: string): void {
  for (const name of ['', ...readdirSync(dir)]) chownSync(join(dir, name), NOBODY, NOBODY)
}
