import { beginAnew, tellNobodyElse } from '../core/begin-anew.ts'

/** Behind `npm start`: what has to be told to a process before the rest of it is loaded. */

// The core runs in this process where there is no window. Where one may be shown, it runs in the app.
const { argv, env } = process
const mayShowWindow =
  process.getuid?.() !== 0 && !argv.includes('--browser') && Boolean(env['WAYLAND_DISPLAY'] || env['DISPLAY'])
if (!mayShowWindow) {
  beginAnew()
  tellNobodyElse()
}
const { keepCompiled } = await import('../core/compile-cache.ts')
keepCompiled()
const { keepHeapSmall } = await import('../core/v8-flags.ts')
keepHeapSmall()

await import('./start/start-app.ts')
