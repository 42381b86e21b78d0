import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { command, run } from '../core-process.ts'
import { Folder } from '../folder.ts'
import { allOrders } from '../journal/facts.ts'
import { Lost } from '../lost.ts'
import { open } from '../stage/life.ts'
import { moment, type Round } from './round.ts'

/** About as long as a backup takes. */
const SAVING = 900

/** SIGKILL to the core, to the command `backup` or to both, while it saves: its file is whole or not there. */
export const backup: Round = {
  name: 'backup',
  weight: 2,
  run: async (stage, folder) => {
    const { random } = stage
    const target = join(folder.base, 'saved.sqlite')
    rmSync(target, { force: true })
    const life = await stage.start(folder)
    const working = stage.load(folder, life)
    await working.progress()
    const placed = folder.entries.flatMap(({ id, state }) => (state.order && id !== undefined ? [id] : []))
    const saving = command(['backup', '--to', target, '--data', folder.dataDir])
    const victim = random.pick(['core', 'backup', 'both', 'backup'] as const)
    await Promise.race([moment(random, SAVING), saving.ended])
    if (victim !== 'core') await saving.kill()
    await life.kill()
    await working.over
    const { code, stdout, stderr } = await saving.ended
    if (victim === 'core' && code !== 0) throw new Lost(`The backup failed: ${stdout}${stderr}`)
    if (existsSync(target)) await requireWhole(folder, target, placed)
    else if (code === 0) throw new Lost(`The backup says it is done, but there is no file.`)
  },
}

/** A backup holds every order that was answered before it was begun. */
async function requireWhole(folder: Folder, target: string, placed: readonly string[]): Promise<void> {
  const base = join(folder.base, 'restored')
  mkdirSync(base)
  const restored = new Folder(base, folder.credentials, folder.facts)
  const { code, stdout, stderr } = await run(['restore', '--from', target, '--data', restored.dataDir])
  if (code !== 0) throw new Lost(`The backup is not whole: ${stdout}${stderr}`)
  const life = await open(restored)
  const saved = new Set((await allOrders(life.core)).map(({ id }) => id))
  await life.kill()
  const missing = placed.filter((id) => !saved.has(id))
  if (missing.length > 0) throw new Lost(`The backup has not the orders ${missing.join(', ')}.`)
  rmSync(base, { recursive: true })
}
