import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let ticksPerSecond: number | undefined

/** Processor time that a process has used so far, in milliseconds; undefined where the system does not tell. */
export function cpuMs(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th field behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

/** Memory that a process holds now, in millions of bytes; not a number where the system does not tell. */
export function residentMB(pid: number): number {
  if (process.platform !== 'linux') return NaN
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kib === undefined ? NaN : (Number(kib) * 1024) / 1_000_000
}
