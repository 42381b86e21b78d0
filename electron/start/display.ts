import { connect } from 'node:net'
import { isAbsolute, join } from 'node:path'

/** How long a display may take to accept a connection, in milliseconds. */
const PATIENCE = 2000

/**
 * Why no window can be shown on this system, or undefined where one can. On Linux that means a Wayland or X11
 * socket that accepts a connection: a variable that is set proves nothing.
 */
export async function whyNoDisplay(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  if (platform === 'win32' || platform === 'darwin') return undefined
  const addresses = displayAddresses(env)
  if (addresses.length === 0) return 'there is no display'
  for (const address of addresses) {
    if (await accepts(address)) return undefined
  }
  return `the display ${env['WAYLAND_DISPLAY'] || env['DISPLAY']} does not answer`
}

export type DisplayAddress = { readonly path: string } | { readonly host: string; readonly port: number }

/** The sockets that WAYLAND_DISPLAY and DISPLAY name, Wayland first. */
export function displayAddresses(env: NodeJS.ProcessEnv): DisplayAddress[] {
  return [...waylandAddresses(env), ...x11Addresses(env['DISPLAY'] ?? '')]
}

function waylandAddresses({
  WAYLAND_DISPLAY: name,
  XDG_RUNTIME_DIR: folder,
}: NodeJS.ProcessEnv): DisplayAddress[] {
  if (name === undefined || name === '') return []
  if (isAbsolute(name)) return [{ path: name }]
  return folder === undefined ? [] : [{ path: join(folder, name) }]
}

/** `:0`, `:0.1` and `unix:0` are local; `host:0` is TCP, 6000 and up. */
function x11Addresses(display: string): DisplayAddress[] {
  const [, host = '', number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? []
  if (number === undefined) return []
  if (host !== '' && host !== 'unix') return [{ host, port: 6000 + Number(number) }]
  const path = `/tmp/.X11-unix/X${number}`
  // Linux offers the same socket under an abstract name, which is there where /tmp is not shared.
  return [{ path }, { path: `\0${path}` }]
}

async function accepts(address: DisplayAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: PATIENCE })
    const answer = (isOpen: boolean): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}
