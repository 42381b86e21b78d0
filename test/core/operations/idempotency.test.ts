import { describe, expect, it } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { storedRows } from '../../support/data.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const CART = { cultureCode: 'en-GB', currency: 'EUR' }

let number = 0
/** Headers with a key that no other test uses. */
const newKey = (): { 'idempotency-key': string } => ({ 'idempotency-key': `test-${++number}` })

describe('an Idempotency-Key (decisions, payment and order)', () => {
  it('gives the first answer again and does nothing twice', async () => {
    const clerk = await shop().as('staff')
    const headers = newKey()
    const first = await clerk.post('/carts', CART, { headers })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const carts = (await storedRows(shop().dataDir, 'carts')).length
    for (let time = 0; time < 2; time++) {
      const again = await clerk.post('/carts', CART, { headers })
      expect({ status: again.status, text: again.text }).toStrictEqual({ status: 200, text: first.text })
      expect(again.headers).toMatchObject({
        'idempotent-replayed': 'true',
        'content-type': first.headers['content-type'],
      })
    }
    expect(await storedRows(shop().dataDir, 'carts')).toHaveLength(carts)
  })

  it('keeps a scan from being added twice, and its answer’s ETag', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const [product] = await clerk.products({ maxItems: 1 })
    if (!product) throw new Error('The shop sells nothing.')
    const options = { headers: newKey(), query: { views: 'miniCart' } }
    const first = await clerk.post(`/carts/${cartId}/lines`, await clerk.lineOf(product), options)
    const again = await clerk.post(`/carts/${cartId}/lines`, await clerk.lineOf(product), options)
    expect(again.text).toBe(first.text)
    expect(again.headers.etag).toBe(first.headers.etag)
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([{ quantity: 1 }])
  })

  it('takes a request for the same however its identifiers and cultures are spelled, as long as it is so again', async () => {
    const clerk = await shop().as('staff')
    const headers = newKey()
    const body = { cultureCode: 'EN-gb', currency: 'EUR' }
    const first = await clerk.post('/carts', body, { headers })
    expect(first.status).toBe(200)
    expect((await clerk.post('/carts', body, { headers })).text).toBe(first.text)

    const cartId = await clerk.aCart()
    const billing = await clerk.anAddress()
    const shouted = { ...billing, countryId: billing.countryId.toUpperCase() }
    const options = { headers: newKey() }
    for (const isReplayed of [undefined, 'true']) {
      const answer = await clerk.post(`/carts/${cartId}/billing-address`, shouted, options)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers['idempotent-replayed']).toBe(isReplayed)
    }
  })

  it('with another request is a conflict: another body, query or address', async () => {
    const clerk = await shop().as('staff')
    const headers = newKey()
    const { cartId } = (await clerk.post('/carts', CART, { headers })).ok(CreateCartAnswer)
    const answers = [
      await clerk.post('/carts', { ...CART, currency: 'DKK' }, { headers }),
      await clerk.post('/carts', CART, { headers, query: { more: 1 } }),
      await clerk.post(`/carts/${cartId}/properties`, { key: 'a', value: 'b' }, { headers }),
    ]
    for (const answer of answers) expect(answer.faultyFields('Conflict')).toStrictEqual(['Idempotency-Key'])
    expect((await clerk.post('/carts', CART, { headers })).ok(CreateCartAnswer).cartId).toBe(cartId)
  })

  it('keeps a refusal too', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const emptied = await clerk.aCart()
    await clerk.setBilling(emptied)
    const headers = newKey()
    const first = await clerk.post('/payments', { ...placing, cartId: emptied }, { headers })
    expect(first.refused('BadRequest')[0]).toContain('no lines')
    await clerk.addLine(emptied)
    const again = await clerk.post('/payments', { ...placing, cartId: emptied }, { headers })
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await clerk.get(`/orders/${emptied}`)).status).toBe(404)
    expect(
      (await clerk.post('/payments', { ...placing, cartId: emptied }, { headers: newKey() })).status,
    ).toBe(200)
  })

  it('keeps of a conflict which version there is, so that whoever has lost the answer can go on from it', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const conflicts = [
      { body: { ...placing, expectedTotal: 0.01 }, headers: newKey() },
      { body: placing, headers: { ...newKey(), 'if-match': '"999"' } },
    ]
    for (const { body, headers } of conflicts) {
      const first = await clerk.post('/payments', body, { headers })
      expect(first.refused('Conflict')).toHaveLength(1)
      expect(first.headers.etag).toMatch(/^"\d+"$/)
      const again = await clerk.post('/payments', body, { headers })
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', etag: first.headers.etag })
    }
  })

  it('gives the refusal of an unfit body again, and nothing after it', async () => {
    const clerk = await shop().as('staff')
    const headers = newKey()
    const first = await clerk.post('/carts', { ...CART, currency: 7 }, { headers })
    expect(first.faultyFields('BadRequest')).toStrictEqual(['currency'])
    for (let time = 0; time < 3; time++) {
      const again = await clerk.post('/carts', { ...CART, currency: 7 }, { headers })
      expect({ status: again.status, text: again.text }).toStrictEqual({ status: 400, text: first.text })
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
  })

  it('does not keep a failure on our side: trying again can help', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const headers = newKey()
    await runElsewhere(own.dataDir, 'alter table order_events rename to elsewhere')
    expect((await clerk.post('/payments', placing, { headers })).status).toBe(500)
    await runElsewhere(own.dataDir, 'alter table elsewhere rename to order_events')
    const again = await clerk.post('/payments', placing, { headers })
    expect(again.status).toBe(200)
    expect(again.headers['idempotent-replayed']).toBeUndefined()
  })

  it('sent many times at once does it once', async () => {
    const clerk = await shop().as('staff')
    const headers = newKey()
    const carts = (await storedRows(shop().dataDir, 'carts')).length
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => clerk.post('/carts', CART, { headers })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await storedRows(shop().dataDir, 'carts')).toHaveLength(carts + 1)
  })

  it('of work that takes long is answered of the same work, whatever is under way by then', async () => {
    const admin = await shop().as('admin')
    const headers = newKey()
    const check = async () => admin.post('/data/check', undefined, { headers })
    const answers = await Promise.all([check(), check(), check()])
    answers.push(await check())
    expect(answers.map(({ status }) => status)).toStrictEqual([202, 202, 202, 202])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('belongs to its client', async () => {
    const headers = newKey()
    const [one, two] = [await shop().as('staff'), await shop().as('storefront')]
    const first = await one.post('/carts', CART, { headers })
    const other = await two.post('/carts', CART, { headers })
    expect(other.headers['idempotent-replayed']).toBeUndefined()
    expect(other.text).not.toBe(first.text)
  })

  it('is kept for 24 hours, across a restart', async () => {
    const own = await openShop()
    const headers = newKey()
    const first = await (await own.as('staff')).post('/carts', CART, { headers })
    await own.restart()
    own.clock.advance(24 * 3600)
    expect((await (await own.as('staff')).post('/carts', CART, { headers })).text).toBe(first.text)
    own.clock.advance(0.001)
    const later = await (await own.as('staff')).post('/carts', CART, { headers })
    expect(later.status).toBe(200)
    expect(later.text).not.toBe(first.text)
  })

  it('must have 1 to 255 characters, and is nothing to a request that is no POST', async () => {
    const clerk = await shop().as('staff')
    for (const key of ['', 'k'.repeat(256)]) {
      const answer = await clerk.post('/carts', CART, { headers: { 'idempotency-key': key } })
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['Idempotency-Key'])
    }
    expect(await storedRows(shop().dataDir, 'idempotency_keys')).not.toContainEqual(
      expect.objectContaining({ idempotency_key: expect.stringMatching(/^$|.{256}/) as unknown }),
    )
    const headers = newKey()
    const cartId = await clerk.aCart()
    expect((await clerk.patch(`/carts/${cartId}`, { note: 'one' }, { headers })).status).toBe(200)
    expect((await clerk.patch(`/carts/${cartId}`, { note: 'two' }, { headers })).status).toBe(200)
    expect((await clerk.readCart(cartId)).note).toBe('two')
  })
})
