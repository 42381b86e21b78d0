import { closeSync, copyFileSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { isDatabaseDamaged } from '../../../../../core/database/error-codes.ts'
import { probe } from '../../../../../core/database/sqlite/safekeeping/probe.ts'
import { openSqliteFile } from '../../../../support/engines.ts'
import { temporaryDir } from '../../../../support/core.ts'
import { demoTemplate } from '../../../../support/demo-template.ts'

const PAGE = 4096
/** Where the header counts the pages that are free. */
const FREE_PAGES_AT = 36

/** A file of the demo shops, closed, with one place in it spoilt: how does a start find it? */
async function startAfter(spoil: (bytes: Buffer) => unknown): Promise<unknown> {
  const dataDir = await temporaryDir()
  const file = join(dataDir, 'backcounter.sqlite')
  copyFileSync((await demoTemplate()).file, file)
  const bytes = readFileSync(file)
  spoil(bytes)
  writeFileSync(file, bytes)
  try {
    await (await openSqliteFile(dataDir)).close()
    return 'started'
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

/** The pages where a start enters each table and index, and where a table's newest row is. */
async function entries(): Promise<{ part: string; page: number }[]> {
  const file = new Sqlite((await demoTemplate()).file, { readonly: true })
  try {
    const roots = file
      .prepare<[], { part: string; page: number }>(
        'select name as part, rootpage as page from sqlite_master where rootpage > 1',
      )
      .all()
    const newest = file
      .prepare<[], { part: string; page: number }>(
        `select name || ', newest row' as part, pageno as page from dbstat join sqlite_master using (name) where type = 'table' and pagetype = 'leaf' and rootpage <> pageno group by name having path = max(path)`,
      )
      .all()
    return [...roots, ...newest]
  } finally {
    file.close()
  }
}

it('what is broken is met at the entry of any table or index, and at the newest row of any table', async () => {
  const places = await entries()
  expect(places.length).toBeGreaterThan(100)
  expect(places.filter(({ part }) => part.endsWith('newest row')).length).toBeGreaterThan(3)
  const path = join(await temporaryDir(), 'backcounter.sqlite')
  copyFileSync((await demoTemplate()).file, path)
  const descriptor = openSync(path, 'r+')
  onTestFinished(() => closeSync(descriptor))
  const page = Buffer.alloc(PAGE)
  const unnoticed = places.filter((place) => {
    const at = (place.page - 1) * PAGE
    readSync(descriptor, page, 0, PAGE, at)
    writeSync(descriptor, Buffer.alloc(PAGE, 0xff), 0, PAGE, at)
    const file = new Sqlite(path)
    try {
      probe(file)
      return true
    } catch (error) {
      return !isDatabaseDamaged(error)
    } finally {
      file.close()
      writeSync(descriptor, page, 0, PAGE, at)
    }
  })
  expect(unnoticed).toStrictEqual([])
})

it('a start is refused for it, where it reads nothing else', async () => {
  const places = await entries()
  for (const name of ['order_lines', 'order_events', 'orders_by_date', 'product_names, newest row']) {
    const page = places.find(({ part }) => part === name)?.page ?? NaN
    expect(await startAfter((bytes) => bytes.fill(0xff, (page - 1) * PAGE, page * PAGE)), name).toBe(
      'damaged',
    )
  }
})

it('a start finds a head that counts more free pages than there are', async () => {
  const how = await startAfter((bytes) => bytes.writeUInt32BE(bytes.length / PAGE, FREE_PAGES_AT))
  expect(how).toBe('damaged')
})

it('a start finds nothing in a sound file', async () => {
  expect(await startAfter(() => undefined)).toBe('started')
})
