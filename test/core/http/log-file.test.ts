import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { expect, it } from 'vitest'
import { loggerOptions } from '../../../core/http/logging.ts'
import { temporaryDir } from '../../support/core.ts'

it('a log that cannot be written for a while ends nothing, and is written again afterwards', async () => {
  const file = join(await temporaryDir(), 'backcounter.log')
  const { stream } = loggerOptions({ level: 'warn', file }) as {
    stream: DestinationStream & NodeJS.EventEmitter
  }
  const log = pino(stream)
  // As pino's file tells of a full disk; without anybody listening, it would end the process.
  stream.emit('error', Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }))
  log.warn('there is room again')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('there is room again')
})

it('what is logged by a process that ends at once is in the log', async () => {
  const file = join(await temporaryDir(), 'backcounter.log')
  const { stream } = loggerOptions({ level: 'warn', file }) as {
    stream: DestinationStream & { flushSync(): void }
  }
  pino(stream).warn('the last words')
  // As pino does when the process ends.
  stream.flushSync()
  // What a thread is writing already, it goes on writing.
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('the last words')
})

it('a log that is written to without end stays bounded, keeps what was last, and is its owner’s alone', async () => {
  const dir = await temporaryDir()
  const file = join(dir, 'backcounter.log')
  const { stream } = loggerOptions({ level: 'warn', file }) as {
    stream: DestinationStream & NodeJS.EventEmitter
  }
  const log = pino(stream)
  const text = 'x'.repeat(20_000)
  for (let entry = 0; entry < 800; entry++) {
    log.warn({ entry, text })
    if (entry % 10 === 0) await once(stream, 'drain')
  }
  log.warn('the last one')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('the last one')
  expect(readdirSync(dir).sort()).toStrictEqual(['backcounter.log', 'backcounter.log.1'])
  for (const name of readdirSync(dir)) {
    expect(statSync(join(dir, name)).size, name).toBeLessThan(7_000_000)
    if (process.platform !== 'win32') expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600)
  }
  const entries = ['backcounter.log.1', 'backcounter.log'].flatMap((name) =>
    readFileSync(join(dir, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { entry?: number }).entry),
  )
  // Nothing between the first that is kept and the last is missing or in pieces.
  const first = entries[0] ?? NaN
  expect(entries.slice(0, -1)).toStrictEqual(Array.from({ length: 800 - first }, (_, at) => first + at))
})
