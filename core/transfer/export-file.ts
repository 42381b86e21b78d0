import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Engine, ReadDb } from '../database/engine.ts'
import { partialOf, removePartialsOf } from '../database/partial-file.ts'
import { pipeline } from 'node:stream/promises'
import { exportCustomers } from './customers/export-customers.ts'
import { exportOrders } from './orders/export-orders.ts'
import { exportPayments } from './orders/export-payments.ts'
import type { ExportBody } from './transfer.schema.ts'
import { exportProducts } from './products/export-products.ts'
import { exportStock } from './stock/export-stock.ts'

/** What says that a file is UTF-8: spreadsheets do not know it otherwise. */
const MARK = '\ufeff'

export interface FileExport extends Readonly<ExportBody> {
  readonly storeId: string
  /** Takes the place of a file of that name, once all of it is written. */
  readonly path: string
}

/** Writes what a store has to a file, as it is at one moment. @returns the number of rows, without the columns' names */
export async function exportFile(engine: Engine, { path, ...given }: FileExport): Promise<number> {
  removePartialsOf(path)
  const unfinished = partialOf(path)
  try {
    const rows = await engine.read(async (db) => writeLines(unfinished, linesOf(db, given)))
    await rename(unfinished, path)
    return rows
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function linesOf(db: ReadDb, { kind, storeId, ...filter }: Omit<FileExport, 'path'>): AsyncIterable<string> {
  if (kind === 'customers') return exportCustomers(db, storeId, filter)
  if (kind === 'stock') return exportStock(db, storeId)
  if (kind === 'orders') return exportOrders(db, storeId, filter)
  return kind === 'payments' ? exportPayments(db, storeId, filter) : exportProducts(db, storeId, kind)
}

async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  let count = 0
  const counted = async function* (): AsyncIterable<string> {
    yield MARK
    for await (const line of lines) {
      count++
      yield line
    }
  }
  // The file may fail at any moment, also while the next line is awaited.
  await pipeline(counted, createWriteStream(path))
  return count - 1
}
