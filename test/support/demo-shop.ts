import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { MAIN } from './main.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the demo shops, made for this run. */
    demoShop: string
  }
}

/** Vitest's global setup for tests that begin with the demo shops: they are made once, as of today, and copied by each. */
export default function provideDemoShop(project: TestProject): () => void {
  const dir = mkdtempSync(join(tmpdir(), 'backcounter-demo-'))
  // As text, so that what it says of a failure can be read.
  execFileSync(process.execPath, [MAIN, 'demo', '--data', dir, '--json'], { encoding: 'utf8' })
  project.provide('demoShop', join(dir, 'backcounter.sqlite'))
  return () => rmSync(dir, { recursive: true, force: true })
}
