import { describe, expect, it } from 'vitest'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { StaffAnswer, StaffMember } from '../../../core/staff/staff.schema.ts'
import { hire } from '../../support/desks.ts'
import { openShop } from '../../support/shop.ts'

describe('the staff as records', () => {
  it('are hired, changed and retired, each step with who did it; nothing shows a PIN', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { staffId } = await hire(admin, '  Olga ', 'owner', '2580')
    const path = `/manage/staff/${staffId}`
    const read = await admin.get(path)
    expect(read.ok(StaffMember)).toStrictEqual({
      id: staffId,
      version: 2,
      name: 'Olga',
      role: 'owner',
      state: 'active',
      hasPin: true,
    })
    expect(read.headers['etag']).toBe('"2"')
    expect((await admin.patch(path, { name: 'Olga B.' })).ok(StaffMember)).toMatchObject({ version: 3 })
    expect((await admin.patch(path, { name: 'Olga B.' })).ok(StaffMember)).toMatchObject({ version: 3 })
    expect((await admin.delete(path)).body).toStrictEqual({ success: true, retired: true })
    const events = (await admin.get(`${path}/events`)).ok(RecordEventsAnswer)
    expect(
      events.events.map(({ kind, changes }) => [kind, changes.map(({ field, to }) => `${field}: ${to}`)]),
    ).toStrictEqual([
      ['retired', ['state: retired']],
      ['changed', ['name: Olga B.']],
      ['changed', ['pin: ••••']],
      ['created', []],
    ])
    expect(JSON.stringify(events)).not.toContain('2580')
    expect((await admin.get(path)).ok(StaffMember)).toMatchObject({ state: 'retired', hasPin: false })
    const listed = async (query: object) =>
      (await admin.get('/manage/staff', query as never)).ok(StaffAnswer).staff.map(({ name }) => name)
    expect(await listed({})).toStrictEqual(['Olga B.'])
    expect(await listed({ state: 'active' })).toStrictEqual([])
    expect(await listed({ search: 'olg' })).toStrictEqual(['Olga B.'])
    // Who comes back has to be given a PIN.
    expect(
      (await admin.request('PUT', `${path}/pin`, { body: { pin: '1234' } })).faultyFields('BadRequest'),
    ).toStrictEqual(['id'])
    expect((await admin.patch(path, { state: 'active' })).ok(StaffMember)).toMatchObject({ hasPin: false })
  })

  it('are told apart by their names, and a PIN is four to eight digits', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { staffId } = await hire(admin, 'Carl', 'clerk', '1111')
    expect(
      (await admin.post('/manage/staff', { name: 'CARL ', role: 'clerk' })).faultyFields('BadRequest'),
    ).toStrictEqual(['name'])
    expect(
      (await admin.post('/manage/staff', { name: ' ', role: 'boss' })).faultyFields('BadRequest'),
    ).toStrictEqual(['name', 'role'])
    for (const pin of ['123', '123456789', '12a4', '', '١٢٣٤', 1234]) {
      const answer = await admin.request('PUT', `/manage/staff/${staffId}/pin`, { body: { pin } })
      expect(answer.faultyFields('BadRequest'), String(pin)).toStrictEqual(['pin'])
    }
    await admin.delete(`/manage/staff/${staffId}`)
    expect((await admin.post('/manage/staff', { name: 'Carl', role: 'clerk' })).status).toBe(200)
  })

  it('keep an owner with a PIN as long as there is anybody: nobody locks everybody out', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const olga = `/manage/staff/${(await hire(admin, 'Olga', 'owner', '2580')).staffId}`
    const carl = `/manage/staff/${(await hire(admin, 'Carl', 'clerk', '1111')).staffId}`
    for (const patch of [{ role: 'manager' }, { state: 'retired' }]) {
      expect((await admin.patch(olga, patch)).refused('Conflict')[0]).toContain('owner')
    }
    expect((await admin.delete(olga)).refused('Conflict')[0]).toContain('owner')
    const oscar = `/manage/staff/${(await hire(admin, 'Oscar', 'owner', '3333')).staffId}`
    // Of two at once who both would go, one stays.
    const gone = await Promise.all([olga, oscar].map(async (path) => admin.delete(path)))
    expect(gone.map(({ status }) => status).sort()).toStrictEqual([200, 409])
    const rest = gone[0]?.status === 200 ? oscar : olga
    await admin.delete(carl)
    // The last of all may go: then there is no staff.
    expect((await admin.delete(rest)).status).toBe(200)
  })

  it('guard their version, and belong to their store', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { staffId } = await hire(admin, 'Olga', 'owner', '2580')
    const stale = { headers: { 'if-match': '"1"' } }
    expect((await admin.patch(`/manage/staff/${staffId}`, { name: 'X' }, stale)).status).toBe(409)
    expect(
      (
        await admin.request('PUT', `/manage/staff/${staffId}/pin`, { body: { pin: '1111' }, ...stale })
      ).refused('Conflict')[0],
    ).toContain('pin')
    const uptown = await shop.as('admin', 'uptown')
    expect((await uptown.get(`/manage/staff/${staffId}`)).status).toBe(404)
    expect(
      (await uptown.request('PUT', `/manage/staff/${staffId}/pin`, { body: { pin: '1111' } })).status,
    ).toBe(404)
  })
})
