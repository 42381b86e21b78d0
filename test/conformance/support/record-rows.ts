import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../support/answer.ts'
import type { Body } from './fixtures.ts'
import type { Fields } from './wire.ts'

/**
 * A test for each row of a record's table: each field with its type on the wire, and that there is no other.
 * @param section as the contract names it
 * @param read the records, all of which must conform
 */
export function recordRows(section: string, fields: Fields, read: () => Promise<readonly Body[]>): void {
  describe(section, () => {
    it('exactly these fields', async () => {
      const records = await read()
      expect(records.length).toBeGreaterThan(0)
      for (const body of records) expect(fieldsOf(body)).toStrictEqual(fieldsOf(fields))
    })

    it.each(Object.entries(fields))('%s', async (name, { fault }) => {
      const records = await read()
      expect(records.length).toBeGreaterThan(0)
      for (const body of records) expect(fault(body[name]), name).toBeUndefined()
    })
  })
}
