import { describe, expect, it } from 'vitest'
import { fieldsOf, type Answer } from '../support/answer.ts'
import type { Clerk } from '../support/clerk.ts'
import { sharedShop } from '../support/shop.ts'
import { UNKNOWN } from './support/fixtures.ts'

const shop = sharedShop()

type Errors = Record<string, string>[]

describe('7 Error body', () => {
  const refused = async () => {
    const clerk = await shop().as('storefront')
    const answer = await clerk.post(`/carts/${await clerk.aCart()}/billing-address`, {
      email: 'ida@',
      city: 7,
    })
    return answer.body as { errors: Errors }
  }

  it('errors › a list, one or more entries', async () => {
    const body = await refused()
    expect(fieldsOf(body)).toStrictEqual(['errors'])
    expect(body.errors).toHaveLength(3)
    for (const entry of body.errors) expect(fieldsOf(entry)).toStrictEqual(['error', 'error-description'])
  })

  it('errors[].error › the error name', async () => {
    for (const { error } of (await refused()).errors) expect(error).toBe('BadRequest')
  })

  it('errors[].error-description › readable text that names the field', async () => {
    for (const entry of (await refused()).errors) expect(entry['error-description']).toMatch(/^\w+: [a-z ]+/)
  })
})

describe('7 Error names and statuses', () => {
  it.each<[string, number, (clerk: Clerk) => Promise<Answer>]>([
    ['BadRequest', 400, async (clerk) => clerk.post('/carts', { currency: 'EUR' })],
    [
      'Unauthorized',
      401,
      async () => {
        const clerk = await shop().as('storefront')
        shop().clock.advance(301)
        return clerk.get('/store')
      },
    ],
    ['Forbidden', 403, async () => (await shop().as('storefront')).get('/customers')],
    ['NotFound', 404, async () => (await shop().as('storefront')).get(`/orders/${UNKNOWN}`)],
    [
      'Conflict',
      409,
      async () => {
        const clerk = await shop().as('storefront')
        const path = `/carts/${await clerk.aCart()}/properties`
        await clerk.post(path, { key: 'a', value: 'b' })
        return clerk.post(path, { key: 'a', value: 'c' })
      },
    ],
  ])('%s › %i', async (name, status, request) => {
    const answer = await request(await shop().as('storefront'))
    expect(answer.status).toBe(status)
    expect((answer.body as { errors: Errors }).errors).toStrictEqual([
      { error: name, 'error-description': expect.stringMatching(/\S/) as unknown },
    ])
  })
})
