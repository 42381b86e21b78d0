import { describe, expect, it } from 'vitest'
import { RequestsAnswer } from '../../../core/access/local-api.schema.ts'
import { openShop } from '../../support/shop.ts'

describe('HEAD', () => {
  it('says over a socket and in process what GET would, without a body', async () => {
    const shop = await openShop()
    for (const listens of [false, true]) {
      if (listens) await shop.listen()
      const clerk = await shop.as('staff')
      const { order } = await clerk.anOrder()
      // Answered before the body's readers, by an operation, and by nobody.
      for (const [path, status] of [
        ['/countries', 200],
        [`/orders/${order.id}`, 200],
        ['/nowhere', 404],
      ] as const) {
        const asked = await clerk.get(path)
        const answer = await clerk.request('HEAD', path)
        expect({ status: answer.status, text: answer.text }, path).toStrictEqual({ status, text: '' })
        for (const name of ['content-type', 'content-length', 'etag']) {
          expect(answer.headers[name], `${path} ${name}`).toBe(asked.headers[name])
        }
      }
      // As often as it is asked, on one connection.
      expect((await clerk.request('HEAD', '/countries')).status).toBe(200)
      expect((await clerk.get('/countries')).text).not.toBe('')
    }
  })

  it('ends a stream that it does not read, as often as it is asked', async () => {
    const shop = await openShop()
    await shop.listen()
    const clerk = await shop.as('staff')
    // More than may be open at a time.
    for (let n = 0; n < 70; n++) {
      const { status, headers } = await clerk.request('HEAD', '/events')
      expect({ status, type: headers['content-type'], length: headers['content-length'] }).toStrictEqual({
        status: 200,
        type: 'text/event-stream',
        length: undefined,
      })
    }
  })

  it('is noted as it was asked, and refused where GET is', async () => {
    const shop = await openShop()
    const admin = await shop.as('admin')
    const { last } = (await admin.get('/requests')).ok(RequestsAnswer)
    await admin.request('HEAD', '/countries')
    await admin.request('HEAD', '/carts/no-guid')
    const { requests } = (await admin.get('/requests', { after: last })).ok(RequestsAnswer)
    expect(requests.map(({ method, path, status }) => `${method} ${path} ${status}`)).toStrictEqual([
      'HEAD /api/v1/carts/no-guid 400',
      'HEAD /api/v1/countries 200',
    ])
    const refused = await admin.request('HEAD', '/payments')
    expect({ status: refused.status, allow: refused.headers['allow'] }).toStrictEqual({
      status: 405,
      allow: 'POST',
    })
    // It would make a code.
    const unmade = await shop.anyone.request('HEAD', '/oauth/connect')
    expect({ status: unmade.status, allow: unmade.headers['allow'] }).toStrictEqual({
      status: 405,
      allow: 'GET',
    })
    const posted = await shop.anyone.post('/oauth/connect')
    expect({ status: posted.status, allow: posted.headers['allow'] }).toStrictEqual({
      status: 405,
      allow: 'GET',
    })
    const { status } = await shop.anyone.get('/orders')
    expect((await shop.anyone.request('HEAD', '/orders')).status).toBe(status)
  })
})
