import { command, type Command } from '../core-process.ts'
import type { SpoiltDisk } from '../faults/spoilt-disk.ts'
import type { Folder } from '../folder.ts'
import { Connection } from '../http.ts'
import { Lost } from '../lost.ts'

/** Well before a token of the demo's clients ends, in milliseconds. */
const TOKEN_LIFE = 200_000

/** A core from its start to its death. */
export interface Life {
  readonly core: Connection
  readonly command: Command
  /** SIGKILL. @throws Lost where it was dead before, and not by us */
  kill(): Promise<void>
  /** Waits for the death that the disk brings, and kills where it does not come. */
  die(): Promise<void>
}

/** How long a core may go on before its disk kills it, in milliseconds. */
const LAST_MOMENTS = 3000

/** Starts `serve` on a folder. */
export const serve = (dataDir: string, disk?: SpoiltDisk, ...more: string[]): Command =>
  command(['serve', '--port', '0', '--data', dataDir, ...more], disk?.environment())

/** Starts the core on a folder, which has to work, whatever happened before. @throws Lost */
export async function open(folder: Folder, disk?: SpoiltDisk): Promise<Life> {
  const started = serve(folder.dataDir, disk)
  const api = await originOf(started)
  folder.token ??= { text: await tokenOf(api, folder), madeAt: Date.now() }
  if (Date.now() - folder.token.madeAt > TOKEN_LIFE) {
    folder.token = { text: await tokenOf(api, folder), madeAt: Date.now() }
  }
  const core = new Connection(api, folder.token.text)
  return {
    core,
    command: started,
    die: async () => {
      const timer = setTimeout(() => void started.kill(), LAST_MOMENTS)
      await started.ended
      clearTimeout(timer)
      core.close()
    },
    kill: async () => {
      const wasRunning = started.isRunning()
      const { code, signal, stderr } = await started.kill()
      core.close()
      if (!wasRunning)
        throw new Lost(`The core died by itself (${code ?? signal ?? 'nobody knows how'}): ${stderr}`)
    },
  }
}

/** Where a core answers. @throws Lost where it did not start */
export async function originOf(started: Command): Promise<string> {
  const line = await started.firstLine
  const { api } = JSON.parse(line ?? '{}') as { api?: string }
  if (api !== undefined) return api
  const { code, stdout, stderr } = await started.ended
  throw new Lost(`The core does not start, exit code ${code ?? 'none'}: ${stdout}${stderr}`)
}

async function tokenOf(api: string, { credentials }: Folder): Promise<string> {
  const anyone = new Connection(api)
  const body = {
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  }
  const { access_token } = await anyone.ask<{ access_token: string }>({
    method: 'POST',
    path: '/oauth/token',
    body,
  })
  anyone.close()
  return access_token
}
