import type { Ajv } from 'ajv'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compileAtFirstUse } from '../../../core/http/schema-compilers.ts'
import { buildCore } from '../../support/core.ts'

/** An app with one route, whose schemas are compiled when they are first needed. */
function appWith(schema: object) {
  const app = Fastify({
    schemaController: { compilersFactory: compileAtFirstUse() },
    ajv: { customOptions: { allErrors: true } },
  })
  onTestFinished(() => app.close())
  app.setErrorHandler((error: { validation?: unknown; message: string }, _request, reply) =>
    reply.code(error.validation === undefined ? 500 : 400).send(error.validation ?? error.message),
  )
  app.post('/', { schema }, (request, reply) => {
    const { again } = request.query as { again?: string }
    return again === undefined
      ? request.body
      : reply.send({ text: reply.serializeInput(request.body as Record<string, unknown>, '200') })
  })
  return app
}

const wrong = { type: 'object', properties: { a: { type: 'no such type' } } }

describe('the schemas of routes', () => {
  it('are all right: each compiles', async () => {
    await expect(buildCore({ compilesSchemas: true })).resolves.toBeDefined()
  })

  it.each(['body', 'response'])(
    'put off: a wrong %s fails the first request, not the start',
    async (part) => {
      const app = appWith(part === 'body' ? { body: wrong } : { response: { 200: wrong } })
      await app.ready()

      const answer = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })

      expect(answer.statusCode).toBe(500)
      expect(answer.body).toMatch(/no such type|schema is invalid|must be equal to one of/i)
    },
  )

  it('put off: they check, list every fault and set defaults as Fastify does', async () => {
    const body = {
      type: 'object',
      properties: { a: { type: 'string', maxLength: 2 }, b: { type: 'integer', default: 7 } },
      required: ['a'],
    }
    const app = appWith({ body })
    const send = async (payload: object) => app.inject({ method: 'POST', url: '/', payload })

    expect((await send({ a: 'ok' })).json()).toStrictEqual({ a: 'ok', b: 7 })
    const refused = await send({ a: 'long', b: 'x' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json<{ keyword: string }[]>().map(({ keyword }) => keyword)).toStrictEqual([
      'maxLength',
      'type',
    ])
    expect((await send({ a: 'ok' })).statusCode).toBe(200)
  })

  it('put off: compiled once for all apps that are made with the same compilers', async () => {
    const compilersFactory = compileAtFirstUse()
    const compiled: unknown[] = []
    const schema = { body: { type: 'object', properties: { a: { type: 'string' } }, 'x-compiled': 'one' } }
    const onCreate = (ajv: Ajv): void =>
      void ajv.addKeyword({
        keyword: 'x-compiled',
        compile: (value: unknown) => {
          compiled.push(value)
          return () => true
        },
      })
    for (const a of [7, 8, 9]) {
      const app = Fastify({ schemaController: { compilersFactory }, ajv: { onCreate } })
      onTestFinished(() => app.close())
      app.post('/', { schema }, (request) => request.body)

      const answer = await app.inject({ method: 'POST', url: '/', payload: { a: { a } } })

      expect(answer.statusCode).toBe(400)
    }
    expect(compiled).toStrictEqual(['one'])
  })

  it('put off: a value that Ajv changes as a whole arrives changed', async () => {
    const app = appWith({ body: { type: 'integer' } })

    const answer = await app.inject({
      method: 'POST',
      url: '/',
      payload: '"7"',
      headers: { 'content-type': 'application/json' },
    })

    expect(answer.body).toBe('7')
  })

  it('put off: answers hold what their schema names, also those serialised ahead', async () => {
    const app = appWith({
      response: { 200: { type: 'object', properties: { a: { type: 'string' }, text: { type: 'string' } } } },
    })
    const payload = { a: 'seen', secret: 'not' }

    expect((await app.inject({ method: 'POST', url: '/', payload })).json()).toStrictEqual({ a: 'seen' })
    expect((await app.inject({ method: 'POST', url: '/?again=1', payload })).json()).toStrictEqual({
      text: '{"a":"seen"}',
    })
  })
})
