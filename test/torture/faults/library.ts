import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, 'disk.c')

/** The compiled disk.c, or why there is none. */
export type Library = { readonly path: string } | { readonly reason: string }

/** Compiles disk.c; it is gone when this process ends. */
export function buildLibrary(): Library {
  if (process.platform !== 'linux') return { reason: `disk.c is for Linux, and this is ${process.platform}` }
  const dir = mkdtempSync(join(tmpdir(), 'backcounter-torture-disk-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'disk.so')
  const flags = ['-shared', '-fPIC', '-O2', '-o', path, SOURCE, '-ldl', '-lpthread']
  for (const compiler of ['cc', 'gcc', 'clang']) {
    const { error, status, stderr } = spawnSync(compiler, flags, { encoding: 'utf8' })
    if (status === 0) return { path }
    if (!error) return { reason: `${compiler} could not compile disk.c: ${stderr.trim()}` }
  }
  return { reason: 'there is no C compiler (cc, gcc or clang) on this machine' }
}
