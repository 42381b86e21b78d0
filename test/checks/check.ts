import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** What tools know from the last time; `npm ci` clears it away. */
const CACHE = join(ROOT, 'node_modules/.cache/backcounter')

/** Where a tool keeps what it knows from the last time. */
export function cacheOf(name: string): string {
  mkdirSync(CACHE, { recursive: true })
  return join(CACHE, name)
}

/**
 * Expects a tool of the project to find nothing.
 * @param tool below `node_modules`, a script of Node
 */
export async function expectNothingFound(tool: string, ...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', tool), ...parameters], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The other tests have the other processors; several threads would each read the types anew.
    env: { ...process.env, GOMAXPROCS: '1' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)))
  const code = await new Promise((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  })
  expect({ code, said: stripVTControlCharacters(said).trim() }).toStrictEqual({ code: 0, said: '' })
}
