import { flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { APP_VARIABLE } from './world.ts'

/** The child process: runs the built main process with the double in the place of `electron`. */

export type Call = { readonly id: number; readonly name: string; readonly args: unknown[] }
export type Reply = { readonly id: number; readonly value?: unknown; readonly error?: string }

const double = new URL('../electron-double.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: double, shortCircuit: true } : next(specifier, context),
})

const { controls } = await import('./controls.ts')
const { start } = await import('./app.ts')

process.on('message', ({ id, name, args }: Call) => {
  const control = controls[name as keyof typeof controls] as (...args: unknown[]) => unknown
  void Promise.resolve()
    .then(() => control(...args))
    .then(
      (value) => process.send?.({ id, value } satisfies Reply),
      (error: unknown) => process.send?.({ id, error: String(error) } satisfies Reply),
    )
})
// The test that started this process is gone.
process.on('disconnect', () => process.exit(1))

// Electron is ready only after the entry module has been evaluated.
const app = process.env[APP_VARIABLE] ?? fileURLToPath(new URL('../../..', import.meta.url))
await import(pathToFileURL(join(app, 'out/main/main.js')).href)
// Most of them are killed, and would keep nothing of what they have compiled.
flushCompileCache()
start()
