import process, { argv, env } from 'node:process'
import { keepCompiled } from '../core/compile-cache.ts'
import { giveMemoryBack, keepHeapSmall } from '../core/process-memory.ts'

/** Behind `npm start`: what has to be told to a process before the rest of it is loaded. */

// The core runs in this process where there is no window. Where one may be shown, it runs in the app.
const mayShowWindow =
  process.getuid?.() !== 0 && !argv.includes('--browser') && Boolean(env['WAYLAND_DISPLAY'] ?? env['DISPLAY'])
if (!mayShowWindow) giveMemoryBack()
keepCompiled()
keepHeapSmall()

await import('./start/start-app.ts')
