import AjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'
import { compileSerializer, type Serialize } from './serializer.ts'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
/** What Fastify calls its compilers with: a schema and the route that it belongs to. */
type Compile<F> = (route: { readonly schema: object }) => F
/** Schemas by their ids. */
type Given = Parameters<ReturnType<typeof AjvCompiler>>[0]
type Validator = ReturnType<FastifySchemaCompiler<object>>

/** Fastify's own compiler of what is validated, and ours of what is answered. */
export const compileAtOnce = { buildSerializer: () => serializerOf } as unknown as Compilers

const serializerOf: Compile<Serialize> = ({ schema }) => compileSerializer(schema)

/**
 * The same, put off to the first request that needs them: half of a start went into routes that are needed hours later,
 * or never. A schema that several routes share is compiled once, also where they are of several apps that are made with
 * these compilers: they have to have the same options, and no schemas with ids.
 *
 * Schemas of headers have to name them in lower case: Fastify sees to that with its default compilers only.
 */
export const compileAtFirstUse = (): Compilers =>
  ({
    buildValidator: lazily(AjvCompiler(), lazyValidator),
    buildSerializer: lazily(() => serializerOf, lazySerializer),
    // Their declared types are not what Fastify calls them with.
  }) as unknown as Compilers

function lazily<F>(
  build: (schemas: Given, options: object) => unknown,
  lazy: (compiled: () => F) => F,
): (schemas: Given, options: object) => Compile<F> {
  let compiler: Compile<F> | undefined
  const made = new WeakMap<object, F>()
  return (schemas, options) => (route) => {
    const existing = made.get(route.schema)
    if (existing !== undefined) return existing
    const compile = (): F => (compiler ??= build(schemas, options) as Compile<F>)(route)
    const fresh = lazy(once(compile))
    made.set(route.schema, fresh)
    return fresh
  }
}

const lazyValidator = (compiled: () => Validator): Validator =>
  Object.defineProperties((...args: Parameters<Validator>) => compiled()(...args), {
    errors: { get: () => compiled().errors },
    // Shows Fastify that it is one of Ajv's, which also takes the place of the value.
    schemaEnv: { get: () => (compiled() as { schemaEnv?: unknown }).schemaEnv },
  })

const lazySerializer =
  (compiled: () => Serialize): Serialize =>
  (data) =>
    compiled()(data)

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
