import { describe, expect, it } from 'vitest'
import { isPinOf } from '../../../core/staff/pins.ts'
import { run } from '../../support/command.ts'
import { temporaryDir } from '../../support/core.ts'
import { rowsOf } from '../../support/data.ts'
import { copyDemoShops } from '../../support/demo-template.ts'

describe('staff', () => {
  it('is added, listed, given another PIN and retired: the way back in where nobody knows theirs', async () => {
    const dataDir = await temporaryDir()
    await copyDemoShops(dataDir)
    const staff = async (command: string, ...args: string[]) => {
      const ended = await run('staff', command, '--json', '--data', dataDir, '--store', 'harbour', ...args)
      return { code: ended.code, said: JSON.parse(ended.stdout || '{}') as Record<string, string> }
    }
    const kept = () =>
      (rowsOf(dataDir, 'staff') as Record<string, unknown>[]).map(
        (row) => [row['name'], row['state'], String(row['pin_hash'])] as const,
      )

    const added = await staff('add', '--name', 'Olga', '--role', 'owner')
    expect(added).toMatchObject({ code: 0, said: { pin: expect.stringMatching(/^\d{6}$/) as string } })
    const id = added.said['id'] ?? ''
    expect(await isPinOf(kept()[0]?.[2] ?? '', added.said['pin'] ?? '')).toBe(true)
    expect((await staff('list')).said).toStrictEqual({
      staff: [{ id, name: 'Olga', role: 'owner', state: 'active', hasPin: true }],
    })

    const again = await staff('pin', id)
    expect(again.code).toBe(0)
    expect(await isPinOf(kept()[0]?.[2] ?? '', again.said['pin'] ?? '')).toBe(true)
    expect((await staff('pin', 'Olga')).code).toBe(2)
    expect((await staff('add', '--name', 'Olga', '--role', 'clerk')).code).toBe(2)
    expect((await staff('add', '--name', 'Carl', '--role', 'boss')).code).toBe(2)
    expect(await staff('add', '--name', ' ', '--role', 'clerk')).toStrictEqual({
      code: 2,
      said: { error: 'name is missing' },
    })
    expect(await staff('add', '--name', 'x'.repeat(513), '--role', 'clerk')).toStrictEqual({
      code: 2,
      said: { error: 'name must be at most 512 characters' },
    })

    const clerk = (await staff('add', '--name', 'Carl', '--role', 'clerk')).said['id'] ?? ''
    expect((await staff('retire', id)).code).toBe(1)
    expect((await staff('retire', clerk)).code).toBe(0)
    expect((await staff('retire', id)).code).toBe(0)
    expect(kept().map(([, state]) => state)).toStrictEqual(['retired', 'retired'])
  })

  it.each([
    ['staff', 'list'],
    ['client', 'create', '--name', 'Shop', '--scope', 'storefront'],
    ['export', 'customers', '--to', 'customers.csv'],
  ])('whoever does not know what the store is called here is told: %s %s', async (...command) => {
    const dataDir = await temporaryDir()
    await copyDemoShops(dataDir)
    const refused = await run(...command, '--data', dataDir, '--store', 'Harbour & Sons')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('names no store: Harbour & Sons. There are: harbour (')
    expect(refused.stderr).toContain(', uptown (')
  })
})
