import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { ClientRevoked } from '../../../core/access/client.schema.ts'
import { openShop } from '../../support/shop.ts'

it('on one connection each request is who its own token says, and nobody any more once that is revoked', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<unknown>()
  const ask = async (authorization?: string): Promise<string> => {
    const headers = authorization === undefined ? {} : { authorization }
    const request = get(`${origin}/api/v1/store`, { agent, headers })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    sockets.add(answer.socket)
    const { name, errors } = JSON.parse(Buffer.concat(await answer.toArray()).toString()) as Answer
    return `${answer.statusCode} ${name ?? errors?.[0]?.['error-description']}`
  }

  const client = await shop.register({ scope: 'staff' })
  const [own, again] = [await shop.tokenOf(client), await shop.tokenOf(client)]
  const other = await shop.tokenOf(shop.credentials('staff', 'uptown'))
  const answers = []
  for (const token of [own, own, other, own, again, own]) answers.push(await ask(`Bearer ${token}`))
  const [mine = '', , others = ''] = answers
  expect(mine).not.toBe(others)
  expect(answers).toStrictEqual([mine, mine, others, mine, mine, mine])
  expect(answers.every((answer) => answer.startsWith('200 '))).toBe(true)

  expect(await ask()).toBe('400 The access token is missing.')
  expect(await ask(`Bearer ${own}`)).toBe(mine)
  expect(await ask(`Bearer ${own}x`)).toBe('400 The access token is not valid.')
  expect(await ask(`Bearer ${own}`)).toBe(mine)
  ;(await (await shop.as('admin')).delete(`/clients/${client.clientId}`)).ok(ClientRevoked)
  expect(await ask(`Bearer ${own}`)).toBe('401 The access token has been revoked.')
  expect(await ask(`Bearer ${other}`)).toBe(others)
  expect(sockets.size).toBe(1)
})

interface Answer {
  readonly name?: string
  readonly errors?: readonly { readonly 'error-description': string }[]
}
