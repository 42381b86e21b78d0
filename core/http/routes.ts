import type {} from '@fastify/swagger'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { Type, type TObject, type TSchema } from 'typebox'
import type { DatabaseCondition } from '../database/condition.ts'
import type { Engine } from '../database/engine.ts'
import type { SecretKeeper } from '../database/secret-keeper.ts'
import type { Drawer } from '../drawer/drawer.ts'
import type { StoreChange } from '../kernel/change.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ErrorKind } from '../kernel/errors.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { RequestLog } from './request-log.ts'
import { ErrorBody, Id } from './schema.ts'

/** The Fastify instance that routes are added to: bodies and answers typed by their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What every room's routes are given. */
export interface Services {
  readonly database: Engine
  /** What has become known of the database while it runs. */
  readonly condition: DatabaseCondition
  readonly clock: Clock
  /** Signs paging tokens. */
  readonly cursorKey: Buffer
  /** Every change, of whichever store. */
  readonly events: EventBus<StoreChange>
  /** What this process has been asked lately. */
  readonly requests: RequestLog
  /** The cash drawer of this desk. */
  readonly drawer: Drawer
  /** Seals secrets of this storage that must be read again. */
  readonly keeper: SecretKeeper
}

declare module 'fastify' {
  interface FastifySchema {
    /** The section of the contract that describes the operation; left out, it is an extension. */
    'x-section'?: string
    /** Refusals that can occur beside those that its method and address tell of. */
    'x-refuses'?: readonly ErrorKind[]
  }
}

/** The answers of an operation: the schema of success, and the contract's error body for everything else. */
export const answers = <T extends TSchema>(success: T) => ({
  200: success,
  '4xx': ErrorBody,
  '5xx': ErrorBody,
})

/** Path parameters that are identifiers; the same schema for the same names. */
export const idParams = <const K extends string>(...names: readonly K[]) => {
  const known = paramsOf.get(names.join()) ?? Type.Object(Object.fromEntries(names.map((name) => [name, Id])))
  paramsOf.set(names.join(), known)
  return known as TObject<Record<K, typeof Id>>
}

const paramsOf = new Map<string, TObject>()
