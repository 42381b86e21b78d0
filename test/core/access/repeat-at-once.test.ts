import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ClientRevoked } from '../../../core/access/client.schema.ts'
import { RequestsAnswer } from '../../../core/access/local-api.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { openShop, type Shop } from '../../support/shop.ts'

interface Heard {
  readonly status: number | undefined
  readonly headers: readonly string[]
  readonly text: string
}

/** A program that asks on one connection. */
async function aConnection(shop: Shop) {
  const origin = await shop.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (path: string, headers: Record<string, string>): Promise<Heard> => {
    const request = get(`${origin}/api/v1${path}`, { agent, headers })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const text = Buffer.concat(await answer.toArray()).toString()
    // The time that an answer is sent at may be another.
    return {
      status: answer.statusCode,
      headers: answer.rawHeaders.filter((_, at, all) => all[at - (at % 2)] !== 'Date'),
      text,
    }
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const LISTS = ['/countries', '/store', '/price-groups?cultureCode=en-GB&currency=EUR']

describe('a list that is asked for again on a connection', () => {
  it.each(LISTS)('%s is the same to the byte, headers too, and each time noted', async (path) => {
    const shop = await openShop()
    const ask = await aConnection(shop)
    const token = await shop.tokenOf(shop.credentials('storefront'))
    const answers: Heard[] = []
    for (let n = 0; n < 4; n++) answers.push(await ask(path, bearer(token)))
    const [first] = answers
    expect(first?.status).toBe(200)
    for (const answer of answers) {
      expect(answer.text).toBe(first?.text)
      expect(pairsOf(answer)).toStrictEqual(pairsOf(first))
    }
    const { requests } = (await (await shop.as('admin')).get('/requests')).ok(RequestsAnswer)
    expect(requests.filter((noted) => noted.path === `/api/v1${path}`)).toHaveLength(4)
  })

  it('is as the shop is now, as soon as that has changed', async () => {
    const shop = await openShop()
    const ask = await aConnection(shop)
    const token = await shop.tokenOf(shop.credentials('storefront'))
    const name = async () =>
      (JSON.parse((await ask('/store', bearer(token))).text) as { readonly name: string }).name
    const before = [await name(), await name(), await name()]
    expect(new Set(before).size).toBe(1)
    const manager = shop.withToken(await shop.tokenOf(await shop.register({ scope: 'manage' })))
    const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    ;(await manager.patch(`/manage/stores/${store?.id}`, { name: `${before[0]} II` })).ok(ManagedStore)
    expect(await name()).toBe(`${before[0]} II`)
  })

  it('is refused as it would be the first time', async () => {
    const shop = await openShop()
    const ask = await aConnection(shop)
    const client = await shop.register({ scope: 'storefront' })
    const token = await shop.tokenOf(client)
    const other = await shop.tokenOf(shop.credentials('storefront', 'uptown'))
    const status = async (headers: Record<string, string>) => (await ask('/store', headers)).status
    const good = bearer(token)
    const mine = await ask('/store', good)
    for (let n = 0; n < 2; n++) expect(await ask('/store', good)).toStrictEqual(mine)
    // Another store's program is told of its own store.
    for (let n = 0; n < 2; n++) expect((await ask('/store', bearer(other))).text).not.toBe(mine.text)
    for (let n = 0; n < 2; n++) expect(await status(good)).toBe(200)
    expect(await status({ ...good, host: 'shop.example' })).toBe(403)
    expect(await status({ ...good, origin: 'https://shop.example' })).toBe(403)
    expect(await status({ ...good, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403)
    expect(await status({})).toBe(400)
    expect(await status(bearer(`${token}x`))).toBe(400)
    for (let n = 0; n < 2; n++) expect(await status(good)).toBe(200)
    // A token that has no longer what the address asks for.
    const support = await shop.tokenOf(shop.credentials('support'))
    const [orders, list] = ['/orders', '/price-groups?cultureCode=en-GB&currency=EUR']
    expect((await ask(list, good)).status).toBe(200)
    expect((await ask(orders, bearer(support))).status).toBe(200)
    expect((await ask(list, bearer(support))).status).toBe(403)
    shop.clock.advance(3 * 3600)
    expect(await status(good)).toBe(401)
    const fresh = bearer(await shop.tokenOf(client))
    for (let n = 0; n < 3; n++) expect(await status(fresh)).toBe(200)
    ;(await (await shop.as('admin')).delete(`/clients/${client.clientId}`)).ok(ClientRevoked)
    expect(await status(fresh)).toBe(401)
  })

  it('stays in its place among others that were sent without waiting', async () => {
    const shop = await openShop()
    const { host, port, hostname } = new URL(await shop.listen())
    const token = await shop.tokenOf(shop.credentials('staff'))
    const clerk = await shop.as('staff')
    const cartId = await clerk.aCart()
    const socket = connect(Number(port), hostname)
    onTestFinished(() => void socket.destroy())
    const head = (path: string) =>
      `GET /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const wanted = [
      '/store',
      '/store',
      `/carts/${cartId}`,
      '/store',
      '/countries',
      `/carts/${cartId}`,
      '/store',
    ]
    const told = { '/store': '"timeZone"', '/countries': '"countries"', [`/carts/${cartId}`]: '"miniCart"' }
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    const answered = () => text.split('HTTP/1.1 ').length - 1
    socket.write(head('/store'))
    await expect.poll(answered).toBe(1)
    socket.write(head('/countries'))
    await expect.poll(answered).toBe(2)
    text = ''
    socket.write(wanted.map(head).join(''))
    await expect.poll(answered).toBe(wanted.length)
    const kinds = text
      .split('HTTP/1.1 ')
      .slice(1)
      .map((answer) => {
        expect(answer.startsWith('200 ')).toBe(true)
        const body = answer.slice(answer.indexOf('\r\n\r\n'))
        return body.includes(cartId)
          ? `/carts/${cartId}`
          : body.includes(told['/store'])
            ? '/store'
            : '/countries'
      })
    expect(kinds).toStrictEqual(wanted)
  })
})

/** Headers by name: where they stand is nobody's business. */
const pairsOf = (heard: Heard | undefined): unknown =>
  heard &&
  Object.fromEntries(
    heard.headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), heard.headers[at + 1]]] : [])),
  )
