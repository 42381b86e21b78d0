import type { ReadDb, WriteDb } from '../database/engine.ts'
import { parseId } from '../kernel/ids.ts'
import { findClient, insertCode, isRedirectUri } from './access.repository.ts'
import { isChallenge } from './code-challenge.ts'
import { narrowScope } from './scopes.ts'
import type { TokenRefusal } from './tokens.ts'

/** RFC 6749, section 4.1.2, asks for a short life; a program exchanges the code at once. */
const CODE_SECONDS = 60

export interface ConnectRequest {
  readonly client_id?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly response_type?: string | undefined
  readonly scope?: string | undefined
  readonly state?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

/** RFC 6749, section 4.1.2.1. */
export interface ConnectRefusal {
  readonly error: TokenRefusal['error'] | 'unsupported_response_type'
  readonly error_description: string
}

/** The address to redirect to; or a refusal without one, where nothing may be sent there. */
type ConnectAnswer = { readonly location: string } | ConnectRefusal

/** What a code is to be for. */
interface Asked {
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
}

/**
 * The authorization endpoint: sends a one-time code to an address that the client has allow-listed. Nobody is asked,
 * because the code alone opens nothing: its exchange needs the client's secret.
 * @returns the address to redirect to, with the code or with what is wrong; or a refusal without an address, where
 *   the client is unknown or the address is not its own and nothing may be sent there
 */
export async function connect(db: WriteDb, now: Date, request: ConnectRequest): Promise<ConnectAnswer> {
  const asked = await lookAt(db, request)
  if (!('clientId' in asked)) return asked
  const expires = new Date(now.getTime() + CODE_SECONDS * 1000)
  const code = await insertCode(db, { ...asked, codeChallenge: request.code_challenge ?? null, expires })
  return { location: withQuery(asked.redirectUri, { code, state: request.state }) }
}

/** What `connect` would refuse; undefined where it would send a code, for which it has to write. */
export async function refuseToConnect(
  db: ReadDb,
  request: ConnectRequest,
): Promise<ConnectAnswer | undefined> {
  const asked = await lookAt(db, request)
  return 'clientId' in asked ? undefined : asked
}

async function lookAt(db: ReadDb, request: ConnectRequest): Promise<Asked | ConnectAnswer> {
  const { client_id, redirect_uri: redirectUri, state } = request
  const id = client_id === undefined ? undefined : parseId(client_id)
  const client = id === undefined ? undefined : await findClient(db, id)
  if (!client) return { error: 'invalid_client', error_description: 'client_id names no client.' }
  if (redirectUri === undefined || !(await isRedirectUri(db, client.id, redirectUri))) {
    return { error: 'invalid_request', error_description: 'redirect_uri is not one of the client.' }
  }

  const scope = narrowScope(client.scope, request.scope)
  const refusal = refusalOf(request, scope)
  if (refusal || scope === undefined) return { location: withQuery(redirectUri, { ...refusal, state }) }
  return { clientId: client.id, redirectUri, scope }
}

function refusalOf(request: ConnectRequest, scope: string | undefined): ConnectRefusal | undefined {
  const {
    response_type: responseType,
    code_challenge: challenge,
    code_challenge_method: challengeMethod,
  } = request
  if (responseType === undefined) {
    return { error: 'invalid_request', error_description: 'response_type is missing.' }
  }
  if (responseType !== 'code') {
    return { error: 'unsupported_response_type', error_description: 'response_type is code.' }
  }
  if (scope === undefined) {
    return { error: 'invalid_scope', error_description: 'The client does not have this scope.' }
  }
  // RFC 7636, section 4.4.1; the method `plain`, which would be meant without one, protects nothing on the way here.
  if (
    (challenge === undefined) !== (challengeMethod === undefined) ||
    (challenge && challengeMethod !== 'S256')
  ) {
    return { error: 'invalid_request', error_description: 'code_challenge comes with the method S256.' }
  }
  if (challenge !== undefined && !isChallenge(challenge)) {
    return { error: 'invalid_request', error_description: 'code_challenge is a SHA-256 digest in base64url.' }
  }
  return undefined
}

/** The address stays as it was registered, its own query too; the parameters come behind. */
function withQuery(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value)
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.toString()}`
}
