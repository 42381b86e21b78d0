import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { MAIN } from '../support/main.ts'
import { runTool } from '../support/tool.ts'
import { startPostgres } from '../support/postgres-setup.ts'
import { wholeNumber } from '../support/whole-number.ts'

const DESKS = 3
const FIRST_PORT = 4781

const usage = `npm run desks -- [N]

Starts a real PostgreSQL with the demo shops and N desks on it (default ${DESKS}), each a console of its own, until Ctrl+C.
Everything is gone afterwards.`

/** A shop with several desks on this machine, to be tried. */
async function main({ desks }: { desks: number }): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'backcounter-desks-'))
  const running: ChildProcess[] = []
  const server = await startPostgres('--durable')
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve())
  })
  try {
    console.log('PostgreSQL is there; the demo shops are being made.')
    const run = (number: number, ...args: string[]): ChildProcess => {
      const child = spawn(
        process.execPath,
        [MAIN, ...args, '--json', '--data', join(folder, String(number))],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, BACKCOUNTER_DATABASE: server.url },
        },
      )
      running.push(child)
      return child
    }
    const [code] = (await once(run(0, 'demo'), 'exit')) as [number]
    if (code !== 0) return code
    for (let number = 1; number <= desks; number++) {
      const child = run(number, 'serve', '--port', String(FIRST_PORT + number - 1))
      if (!child.stdout) continue
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      const { api, console: link } = JSON.parse(line) as { api?: string; console?: string | null }
      if (api === undefined) throw new Error(line)
      console.log(`Desk ${number}  ${link ?? `${api} (no console: run npm run build)`}`)
    }
    console.log(`Each link works once. The database: ${server.url}\nCtrl+C ends all of it.`)
    await stopped
    return 0
  } finally {
    await Promise.all(running.map(endOf))
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function parseOptions([desks, ...more]: readonly string[]): { desks: number } | undefined {
  if (desks === '--help' || desks === '-h') return undefined
  if (more.length > 0) throw new Error('There is one number.')
  return { desks: wholeNumber('N', desks) ?? DESKS }
}

process.exitCode = await runTool({ parseOptions, usage }, main)
