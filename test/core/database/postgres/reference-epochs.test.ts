import { expect, it } from 'vitest'
import { ReferenceEpochs } from '../../../../core/database/postgres/reference-epochs.ts'
import { ReferenceTables } from '../../../../core/database/references.ts'

const read = {}

/** What a transaction of a store sees. */
const seen = (server: string, epoch: number) =>
  [
    { store_id: '', epoch: 0 },
    { store_id: 'harbour', epoch },
  ].map((row) => ({ ...row, server, migrated: 1 }))

it('what is kept of a server is not of the one that stands in for it, which may have lost the last change and made another', () => {
  const epochs = new ReferenceEpochs(new ReferenceTables([]))
  const keptOn = (server: string, epoch: number) =>
    epochs.see('harbour', seen(server, epoch), epochs.now())?.keptBy(read)
  keptOn('first', 7)?.set('price', 10)
  expect(keptOn('first', 7)?.get('price')).toBe(10)
  // Others may be ahead of a transaction, which then uses nothing that is kept.
  expect(keptOn('first', 6)).toBeUndefined()
  expect(keptOn('second', 6)?.get('price')).toBeUndefined()
  expect(keptOn('second', 7)?.get('price')).toBeUndefined()
  // What the first one said at last is of no use either.
  keptOn('second', 7)?.set('price', 12)
  epochs.raised([{ store_id: 'harbour', epoch: 8, server: 'first' }])
  expect(keptOn('second', 7)?.get('price')).toBe(12)
})
