import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'

const KINDS = [
  [
    'products',
    'Varenr;Varenavn;Pris;Noter\nKOP-1;Kop;12,50;x\n',
    ['Varenr=sku', 'VARENAVN=name', 'Pris=price'],
  ],
  ['customers', 'Mail;Navn\nida@example.com;Ida\n', ['Mail=email', 'Navn=firstName']],
  ['stock', 'Varenr;Antal\nKOP-1;12\n', ['Varenr=sku', 'Antal=quantity']],
] as const

it('columns that are called otherwise are said by --column, and a wrong one is named and imports nothing', async () => {
  const data = await temporaryDir()
  expect((await run('demo', '--data', data)).code).toBe(0)
  const at = ['--store', 'harbour', '--data', data, '--json']
  const file = join(data, 'file.csv')
  const bring = async (kind: string, columns: readonly string[], ...more: string[]) =>
    run('import', kind, file, ...columns.flatMap((each) => ['--column', each]), ...more, ...at)

  for (const [kind, text, columns] of KINDS) {
    await writeFile(file, text)
    const misspelled = await bring(kind, [...columns, 'Varer=image'])
    const missing = { line: 1, column: 'varer', text: 'the file has no such column' }
    expect([misspelled.code, JSON.parse(misspelled.stdout)]).toMatchObject([
      1,
      { added: 0, faults: [missing] },
    ])
    const unknown = await bring(kind, [...columns.slice(0, -1), `${columns.at(-1)?.split('=')[0]}=colour`])
    expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([1, { added: 0 }])
    expect(unknown.stdout).toContain('“colour”, which is nothing that can be imported')
    const dry = await bring(kind, columns, '--dry-run')
    expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([0, { added: 1, faults: [] }])
    const done = await bring(kind, columns)
    expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { added: 1, faults: [] }])
    const again = await bring(kind, columns)
    if (kind !== 'customers') expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, unchanged: 1 })
  }
  await writeFile(file, 'Varenr;Pris\nKOP-1;14,00\n')
  const prices = await bring('prices', ['Varenr=sku', 'Pris=price'])
  expect([prices.code, JSON.parse(prices.stdout)]).toMatchObject([0, { added: 0, changed: 1, faults: [] }])
  for (const wrong of [['Varenr'], ['=sku'], ['Varenr=sku', 'varenr=name']])
    expect((await bring('products', wrong)).code).toBe(2)
})
