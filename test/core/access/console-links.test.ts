import { describe, expect, it } from 'vitest'
import { ConsoleLinkAnswer, StoresAnswer } from '../../../core/access/console-link.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** Somebody at the console, who came by its launch code. */
const atTheConsole = async (launch: string | null) =>
  shop().withToken(((await enter(launch)).body as { access_token: string }).access_token)
const enter = async (code: string | null) =>
  shop().anyone.post('/oauth/token', { grant_type: 'authorization_code', client_id: 'console', code })
const launchOf = (path: string): string =>
  new URLSearchParams(path.slice(path.indexOf('?'))).get('launch') ?? ''

describe('the stores of one database (extension)', () => {
  it('are all open to whoever works at the console, by a link that works once', async () => {
    const harbour = await atTheConsole(launchOf(await shop().core.consolePath('harbour')))
    const { stores } = (await harbour.get('/stores')).ok(StoresAnswer)
    expect(stores.map(({ code }) => code)).toStrictEqual(['harbour', 'uptown'])
    const storeId = stores.find(({ code }) => code === 'uptown')?.id
    const { launch } = (await harbour.post('/console-links', { storeId })).ok(ConsoleLinkAnswer)
    const uptown = await atTheConsole(launch)
    expect((await uptown.get('/store')).ok(Store).code).toBe('uptown')
    expect((await harbour.get('/store')).ok(Store).code).toBe('harbour')
    expect((await enter(launch)).status).toBe(400)
  })

  it('come page by page', async () => {
    const harbour = await atTheConsole(launchOf(await shop().core.consolePath('harbour')))
    const first = (await harbour.get('/stores', { maxItems: 1 })).ok(StoresAnswer)
    const second = (
      await harbour.get('/stores', { maxItems: 1, nextPagingToken: first.nextPagingToken ?? '' })
    ).ok(StoresAnswer)
    expect([...first.stores, ...second.stores].map(({ code }) => code)).toStrictEqual(['harbour', 'uptown'])
    expect(second.nextPagingToken).toBeNull()
  })

  it('but a program, whatever its scope, has its own', async () => {
    const program = await shop().as('admin')
    const { stores } = (await program.get('/stores')).ok(StoresAnswer)
    expect(stores.map(({ code }) => code)).toStrictEqual(['harbour'])
    const other = (await (await shop().as('admin', 'uptown')).get('/stores')).ok(StoresAnswer).stores[0]
    const answer = await program.post('/console-links', { storeId: other?.id })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['storeId'])
  })

  it('a link that is asked for again under its key is not given again', async () => {
    const own = await openShop()
    const admin = await own.as('admin')
    const [store] = (await admin.get('/stores')).ok(StoresAnswer).stores
    const ask = async () =>
      admin.post('/console-links', { storeId: store?.id }, { headers: { 'idempotency-key': 'one-link' } })
    expect((await ask()).ok(ConsoleLinkAnswer).launch).toMatch(/^[\w-]{20,}$/)
    expect((await ask()).ok(ConsoleLinkAnswer).launch).toBeNull()
  })
})
