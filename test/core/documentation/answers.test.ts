import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Caller, inProcess, overSocket } from '../../support/caller.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const HEALTHY = { status: 'ok', version: '1.0.0', database: 'ok' }

/** A server that serves the document of the core, and answers otherwise. */
async function another(
  routes: (app: FastifyInstance) => void,
): Promise<Record<'inside' | 'outside', Caller>> {
  const { body } = await shop().anyone.get('/openapi.json')
  const app = Fastify()
  app.get('/api/v1/openapi.json', () => body)
  routes(app)
  onTestFinished(async () => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { inside: new Caller(inProcess(app)), outside: new Caller(overSocket(origin)) }
}

describe.each(['inside', 'outside'] as const)(
  'answers that the document does not know are seen: %s',
  (door) => {
    it.each<[string, object, RegExp]>([
      ['a field too few', { status: 'ok', version: '1.0.0' }, /required property 'database'/],
      ['a field too many', { ...HEALTHY, pid: 1 }, /additional properties/],
      ['a field of another type', { ...HEALTHY, version: 1 }, /version must be string/],
    ])('%s', async (_name, answer, fault) => {
      const { [door]: caller } = await another((app) => app.get('/api/v1/health', () => answer))
      await expect(caller.get('/health')).rejects.toThrow(fault)
    })

    it('another status', async () => {
      const { [door]: caller } = await another((app) =>
        app.get('/api/v1/health', (_request, reply) => reply.code(418).send(HEALTHY)),
      )
      await expect(caller.get('/health')).rejects.toThrow('the status 418 is not documented')
    })

    it('another type of body', async () => {
      const { [door]: caller } = await another((app) =>
        app.get('/api/v1/health', (_request, reply) => reply.type('text/plain').send('ok')),
      )
      await expect(caller.get('/health')).rejects.toThrow('text/plain is not documented')
    })

    it('a refusal with another body, at an address of the document and at one that is not', async () => {
      const { [door]: caller } = await another((app) =>
        app.get('/api/v1/store', (_request, reply) => reply.code(403).send({ error: 'Forbidden' })),
      )
      await expect(caller.get('/store')).rejects.toThrow(/GET \/api\/v1\/store: .*'errors'/)
      await expect(caller.get('/nowhere')).rejects.toThrow(/'errors'/)
    })

    it('and those that it knows are not', async () => {
      const { [door]: caller } = await another((app) => app.get('/api/v1/health', () => HEALTHY))
      expect((await caller.get('/health')).body).toStrictEqual(HEALTHY)
    })
  },
)
