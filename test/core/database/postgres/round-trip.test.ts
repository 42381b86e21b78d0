import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Engine } from '../../../../core/database/engine.ts'
import { moveShop } from '../../../../core/database/move.ts'
import { withEngine } from '../../../../core/engines.ts'
import { exportFile } from '../../../../core/transfer/export-file.ts'
import { importFile } from '../../../../core/transfer/import-file.ts'
import { temporaryDir } from '../../../support/core.ts'
import { ownShop } from '../../../support/own-shop.ts'
import {
  addCustomers,
  addPeopleChoices,
  peopleOf,
  someCustomers,
  wipePeople,
} from '../../../support/random-customers.ts'
import {
  addChoices,
  addProducts,
  contentOf,
  someProducts,
  wipe,
  writerIn,
} from '../../../support/random-products.ts'

it('customers that one engine exports the other imports, and exports as the same file', async () => {
  const { beside, storeId } = await ownShop()
  const dir = await temporaryDir()
  const [ofServer, ofFile] = [join(dir, 'server.csv'), join(dir, 'file.csv')]
  const take = async (engine: Engine, path: string) =>
    importFile(engine, { path, author: writerIn(storeId), kind: 'customers', isDryRun: false })
  const give = async (engine: Engine, path: string) =>
    exportFile(engine, { storeId, kind: 'customers', path })

  await beside(async (server) => {
    const choices = await addPeopleChoices(server, storeId)
    await withEngine({ kind: 'sqlite', dataDir: dir }, async (file) => {
      await moveShop(server, file)
      await fc.assert(
        fc.asyncProperty(someCustomers(choices), async (customers) => {
          await addCustomers(server, storeId, customers)
          const before = await peopleOf(server, storeId)
          await give(server, ofServer)
          expect(await take(file, ofServer)).toMatchObject({ faults: [], added: customers.length })
          expect(await peopleOf(file, storeId)).toStrictEqual(before)

          await give(file, ofFile)
          expect(await readFile(ofFile, 'utf8')).toBe(await readFile(ofServer, 'utf8'))
          expect(await take(server, ofFile)).toMatchObject({ faults: [], unchanged: customers.length })
          await wipePeople(server, storeId)
          expect(await take(server, ofFile)).toMatchObject({ faults: [], added: customers.length })
          expect(await peopleOf(server, storeId)).toStrictEqual(before)

          await wipePeople(server, storeId)
          await wipePeople(file, storeId)
        }),
        { numRuns: 10 },
      )
    })
  })
})

it('what one engine exports the other imports, to the cent, and exports as the same file', async () => {
  const { beside, storeId } = await ownShop()
  const dir = await temporaryDir()
  const [ofServer, ofFile] = [join(dir, 'server.csv'), join(dir, 'file.csv')]
  const take = async (engine: Engine, path: string) =>
    importFile(engine, { path, author: writerIn(storeId), kind: 'products', isDryRun: false })
  const give = async (engine: Engine, path: string) => exportFile(engine, { storeId, kind: 'products', path })

  await beside(async (server) => {
    expect(server.location.kind).toBe('postgres')
    const choices = await addChoices(server, storeId)
    await withEngine({ kind: 'sqlite', dataDir: dir }, async (file) => {
      await moveShop(server, file)
      await fc.assert(
        fc.asyncProperty(someProducts(choices), async (products) => {
          await addProducts(server, storeId, products)
          const before = await contentOf(server, storeId)
          await give(server, ofServer)
          expect(await take(file, ofServer)).toMatchObject({ faults: [], added: products.length })
          expect(await contentOf(file, storeId)).toStrictEqual(before)

          await give(file, ofFile)
          expect(await readFile(ofFile, 'utf8')).toBe(await readFile(ofServer, 'utf8'))
          expect(await take(server, ofFile)).toMatchObject({ faults: [], unchanged: products.length })
          await wipe(server, storeId)
          expect(await take(server, ofFile)).toMatchObject({ faults: [], added: products.length })
          expect(await contentOf(server, storeId)).toStrictEqual(before)

          await wipe(server, storeId)
          await wipe(file, storeId)
        }),
        { numRuns: 10 },
      )
    })
  })
})
