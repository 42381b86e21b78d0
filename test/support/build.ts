import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../../electron/start/build.ts'

/** Vitest's global setup for tests of what is built: makes the build once where it is missing or out of date. */
export default async function build(): Promise<void> {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)), (line) => {
    process.stdout.write(`${line}\n`)
  })
}
