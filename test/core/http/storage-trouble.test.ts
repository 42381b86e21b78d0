import Sqlite from 'better-sqlite3'
import type { FastifyError } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asCommerceError } from '../../../core/http/errors.ts'

function thrownBy(work: () => unknown): FastifyError {
  try {
    work()
  } catch (error) {
    return error as FastifyError
  }
  throw new Error('Nothing was thrown.')
}

describe('storage that cannot be written', () => {
  it('because it is full is told so, and that trying again can help', () => {
    const file = new Sqlite(':memory:')
    onTestFinished(() => void file.close())
    file.exec('create table t (x)')
    file.pragma('max_page_count = 4')
    const full = thrownBy(() => file.exec('insert into t values (zeroblob(100000))'))
    const { kind, code, faults } = asCommerceError(full)
    expect({ kind, code }).toStrictEqual({ kind: 'ServiceUnavailable', code: 'storage.full' })
    expect(faults).toStrictEqual([{ text: expect.stringContaining('disk with the data is full') as unknown }])
  })

  it('because the device fails is told so, without what is inside', () => {
    const broken = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
    const { kind, code, faults } = asCommerceError(broken)
    expect({ kind, code }).toStrictEqual({ kind: 'ServiceUnavailable', code: 'storage.failing' })
    expect(faults[0]?.text).not.toMatch(/I\/O|sqlite/i)
  })
})
