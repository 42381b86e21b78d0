import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyServerOptions } from 'fastify'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
/** What Fastify calls its compilers with: a schema and the route that it belongs to. */
type Compile<F> = (route: { readonly schema: object }) => F
/** Schemas by their ids. */
type Given = Parameters<ReturnType<typeof AjvCompiler>>[0]
type Validator = ReturnType<FastifySchemaCompiler<object>>
type Serializer = ReturnType<FastifySerializerCompiler<object>>

/**
 * Fastify's own compilers of schemas, put off to the first request that needs them: half of a start went into routes
 * that are needed hours later, or never. A schema that several routes share is compiled once.
 *
 * Schemas of headers have to name them in lower case: Fastify sees to that with its default compilers only.
 */
export const compileAtFirstUse = {
  buildValidator: (schemas: Given, options: object) =>
    lazily(() => AjvCompiler()(schemas, options), lazyValidator),
  buildSerializer: (schemas: Given, options: object) =>
    lazily(() => SerializerSelector()(schemas, options), lazySerializer),
  // Their declared types are not what Fastify calls them with.
} as unknown as Compilers

function lazily<F>(build: () => unknown, lazy: (compiled: () => F) => F): Compile<F> {
  const compiler = once(() => build() as Compile<F>)
  const made = new WeakMap<object, F>()
  return (route) => {
    const existing = made.get(route.schema)
    if (existing !== undefined) return existing
    const fresh = lazy(once(() => compiler()(route)))
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
  (compiled: () => Serializer): Serializer =>
  (data) =>
    compiled()(data)

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
