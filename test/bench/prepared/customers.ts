import { newId } from '../../../core/kernel/ids.ts'
import { searchTerms } from '../../../core/kernel/search-terms.ts'
import { openShopFile, readStore, rowAdder } from './file.ts'

const FIRST = ['Anna', 'Bo', 'Carla', 'Dirk', 'Ida', 'Jens', 'Mette', 'Niels', 'Ulla', 'Yuki']
const LAST = ['Andersen', 'Berg', 'Dahl', 'Holm', 'Krag', 'Lund', 'Mikkelsen', 'Olsen', 'Vinter', 'Winther']

/** Adds customers whom nobody has sold anything to yet, as the core writes its own. */
export function addCustomers(dataDir: string, count: number): void {
  const db = openShopFile(dataDir)
  const add = rowAdder(db)
  const store = readStore(db)
  db.transaction(() => {
    for (let n = 0; n < count; n++) {
      const id = newId()
      const first = FIRST[n % 10] ?? ''
      const last = `${LAST[Math.floor(n / 10) % 10] ?? ''} ${n}`
      const email = `customer-${n}@example.com`
      add('customers', {
        id,
        store_id: store.id,
        first_name: first,
        last_name: last,
        email_address: email,
        phone_number: `+45 70${String(n).padStart(6, '0')}`,
        organization_id: null,
        created_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      })
      for (const term of new Set(searchTerms(`${first} ${last} ${email}`)))
        add('customer_terms', { store_id: store.id, term, customer_id: id })
    }
  })()
  db.close()
}
