import { describe, expect, it } from 'vitest'
import { ManagedTill, ManagedTillsAnswer } from '../../../core/tills/till.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { waitersFor, writeElsewhere } from '../../support/past-the-core.ts'
import { openShop } from '../../support/shop.ts'

describe('the tills of a store (extension)', () => {
  it('are made, renamed, listed by name and deleted while they have held nothing', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const make = async (name: string) => (await manager.post('/manage/tills', { name })).ok(ManagedTill)
    const [one, other] = [await make(' Front '), await make('Back')]
    expect(one).toMatchObject({ version: 1, name: 'Front', state: 'active' })
    const names = async (query = {}) =>
      (await manager.get('/manage/tills', query)).ok(ManagedTillsAnswer).tills.map(({ name }) => name)
    expect(await names()).toStrictEqual(['Back', 'Front'])
    expect((await manager.patch(`/manage/tills/${one.id}`, { name: 'Door' })).ok(ManagedTill)).toMatchObject({
      name: 'Door',
      version: 2,
    })
    expect(await names({ search: 'do' })).toStrictEqual(['Door'])
    expect((await manager.delete(`/manage/tills/${other.id}`)).body).toMatchObject({ retired: false })
    expect(await names()).toStrictEqual(['Door'])
    const { events } = (await manager.get(`/manage/tills/${one.id}/events`)).ok(RecordEventsAnswer)
    expect(events[0]).toMatchObject({ changes: [{ field: 'name', from: 'Front', to: 'Door' }] })
  })

  it('are listed as they are numbered, page by page', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const wanted = ['Till 1', 'Till 2', 'Till 11', 'Till 11 b']
    for (const name of wanted.toReversed()) (await manager.post('/manage/tills', { name })).ok(ManagedTill)
    const listed: string[] = []
    let nextPagingToken: string | undefined
    do {
      const page = (await manager.get('/manage/tills', { maxItems: 1, nextPagingToken })).ok(
        ManagedTillsAnswer,
      )
      listed.push(...page.tills.map(({ name }) => name))
      nextPagingToken = page.nextPagingToken ?? undefined
    } while (nextPagingToken)
    expect(listed).toStrictEqual(wanted)
  })

  it('are told apart: two that are used have not one name', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { id } = (await manager.post('/manage/tills', { name: 'Front' })).ok(ManagedTill)
    const again = await manager.post('/manage/tills', { name: 'Front ' })
    expect(again.refused('BadRequest')).toStrictEqual(['name: is that of another till'])
    await manager.patch(`/manage/tills/${id}`, { state: 'retired' })
    const next = (await manager.post('/manage/tills', { name: 'Front' })).ok(ManagedTill)
    expect(
      (await manager.patch(`/manage/tills/${id}`, { state: 'active' })).faultyFields('BadRequest'),
    ).toStrictEqual(['name'])
    expect(next.id).not.toBe(id)
    expect((await (await own.as('staff')).post('/manage/tills', { name: 'Mine' })).status).toBe(403)
  })

  it('are told apart also where two are made at once', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const end = await writeElsewhere(own.dataDir, 'tills')
    const answers = [0, 1].map(async () => manager.post('/manage/tills', { name: 'Front' }))
    await waitersFor(own.dataDir, answers.length)
    await end()
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toStrictEqual([200, 400])
  })
})
