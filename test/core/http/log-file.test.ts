import { readFileSync } from 'node:fs'
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
