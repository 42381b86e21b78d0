import { expect } from 'vitest'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { Caller, inProcess, type Transport } from '../../support/caller.ts'
import { Clerk } from '../../support/clerk.ts'
import type { StoreCode, TemplateScope } from '../../support/demo-template.ts'
import { sharedShop, type Shop } from '../../support/shop.ts'
import { ApiDocument } from './api-document.ts'

/** A shop of which every answer, to whomever, is held against the OpenAPI document that it serves. */
export class ConformingShop {
  readonly shop: Shop
  readonly document: ApiDocument
  readonly #transport: Transport
  readonly #clerks = new Map<string, Promise<Clerk>>()

  /** @param ask how requests get to the shop */
  constructor(shop: Shop, document: ApiDocument, ask: Transport = inProcess(shop.core.app)) {
    this.shop = shop
    this.document = document
    this.#transport = async (request) => {
      const answer = await ask(request)
      expect(
        document.faultOf(request.method, request.url, answer),
        `${request.method} ${request.url}`,
      ).toBeUndefined()
      return answer
    }
  }

  /** Somebody without a token. */
  get anyone(): Caller {
    return new Caller(this.#transport)
  }

  /** Somebody with a token of this scope; the same one every time. */
  async as(scope: TemplateScope, store: StoreCode = 'harbour'): Promise<Clerk> {
    const key = `${scope} ${store}`
    const known = this.#clerks.get(key) ?? this.login(scope, store)
    this.#clerks.set(key, known)
    return known
  }

  /** Somebody with a new token. */
  async login(scope: TemplateScope, store: StoreCode = 'harbour'): Promise<Clerk> {
    const { clientId, clientSecret } = this.shop.credentials(scope, store)
    const answer = await this.anyone.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    return this.withToken(answer.ok(TokenResponse).access_token, store)
  }

  withToken(token: string, store: StoreCode = 'harbour'): Clerk {
    return new Clerk(this.#transport, { authorization: `Bearer ${token}` }, store)
  }
}

/** One such shop for all tests of a file. */
export function conformingShop(): () => Promise<ConformingShop> {
  const shop = sharedShop()
  let made: Promise<ConformingShop> | undefined
  const make = async (): Promise<ConformingShop> => {
    const document = await shop().anyone.get('/openapi.json')
    return new ConformingShop(shop(), new ApiDocument(document.body))
  }
  return async () => (made ??= make())
}
