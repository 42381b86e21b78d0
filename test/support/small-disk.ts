import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Lets a folder be a file system of its own, which is full soon.
 * @param size as `mount` takes it, such as `64m`
 */
export const mountSmall = (dir: string, size: string): unknown =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', dir], { stdio: 'pipe' })

/** Lets a folder be another one, of which whoever goes there may only read. */
export function mountReadOnly(dir: string, of: string): void {
  execFileSync('mount', ['--bind', of, dir], { stdio: 'pipe' })
  execFileSync('mount', ['-o', 'remount,ro,bind', dir], { stdio: 'pipe' })
}

export const unmount = (dir: string): unknown => execFileSync('umount', [dir], { stdio: 'pipe' })

/** Why no small file system can be made here; undefined where it can. */
export function whyNoMount(): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'backcounter-mount-'))
  try {
    mountSmall(dir, '1m')
    unmount(dir)
    return undefined
  } catch (error) {
    return `no file system can be mounted: ${String(error).split('\n').at(-1) ?? ''}`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
