import type { WriteDb } from '../database/database.ts'
import { findStoreByCode } from '../stores/store.repository.ts'
import { harbour } from './harbour/harbour.ts'
import { seedShop } from './seed-shop.ts'
import { uptown } from './uptown/uptown.ts'

/** The demo shops; the console opens the first. */
export const demoShops = [harbour, uptown] as const

/**
 * Makes the demo shops that are not there yet; a second run changes nothing.
 * @returns the codes of the shops it has made
 */
export async function seedDemo(db: WriteDb, now: Date): Promise<string[]> {
  const made: string[] = []
  for (const [index, shop] of demoShops.entries()) {
    if (await findStoreByCode(db, shop.code)) continue
    await seedShop(db, shop, new Date(now.getTime() + index))
    made.push(shop.code)
  }
  return made
}
