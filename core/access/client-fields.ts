import { NAME_LENGTH } from '../http/schema.ts'
import { CommerceError, fault, said, type Fault } from '../kernel/errors.ts'
import { parseScopes, SCOPES } from './scopes.ts'

/** What is said of a client; what is left out is not said. */
export interface ClientFields {
  readonly name?: string | undefined
  /** Scopes separated by spaces. */
  readonly scope?: string | undefined
  /** How long its access tokens live. */
  readonly tokenSeconds?: number | undefined
  readonly redirectUris?: readonly string[] | undefined
  readonly allowedOrigins?: readonly string[] | undefined
}

/**
 * The fields as they are kept: scopes with single spaces, origins of the pages that were named, nothing twice.
 * @throws CommerceError BadRequest, naming every field that is at fault
 */
export function readClientFields(given: ClientFields): ClientFields {
  const faults: Fault[] = []
  const { allowedOrigins, name, redirectUris, scope, tokenSeconds } = given
  if (name?.trim() === '') faults.push(fault('field.x-filled', 'must not be empty', 'name'))
  if (name !== undefined && name.length > NAME_LENGTH)
    faults.push(fault('field.maxLength', said`must be at most ${{ limit: NAME_LENGTH }} characters`, 'name'))
  const scopes = scope === undefined ? undefined : parseScopes(scope)
  if (scope !== undefined && !scopes) {
    const text = said`must name scopes: ${{ scopes: SCOPES.join(', ') }}`
    faults.push(fault('client.scope', text, 'scope'))
  }
  if (tokenSeconds !== undefined && !isLife(tokenSeconds))
    faults.push(fault('client.life', 'must be a whole number of seconds, at most a year', 'tokenSeconds'))
  for (const uri of redirectUris ?? []) {
    if (isRedirectTarget(uri)) continue
    const text = said`is no absolute address of a program or page, without a fragment: ${{ uri }}`
    faults.push(fault('client.redirect', text, 'redirectUris'))
  }
  const origins = allowedOrigins?.map((address) => {
    const origin = URL.canParse(address) ? new URL(address).origin : 'null'
    if (origin === 'null')
      faults.push(fault('client.origin', said`is no origin: ${{ address }}`, 'allowedOrigins'))
    return origin
  })
  if (faults.length > 0) throw new CommerceError('BadRequest', 'client.invalid', faults)
  return {
    name,
    tokenSeconds,
    scope: scopes?.join(' '),
    redirectUris: redirectUris && [...new Set(redirectUris)],
    allowedOrigins: origins && [...new Set(origins)],
  }
}

const isLife = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= 31_536_000

/** What a browser runs or reads itself, instead of handing the code to a program or page. */
const OWN_TO_BROWSERS = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'javascript:',
  'view-source:',
  'vbscript:',
])

/** RFC 6749, section 3.1.2: absolute, and a fragment would swallow the code. It is sent as a header, as it stands. */
function isRedirectTarget(uri: string): boolean {
  const url = URL.parse(uri)
  return (
    url !== null && /^[\x21-\x7e]+$/.test(uri) && !uri.includes('#') && !OWN_TO_BROWSERS.has(url.protocol)
  )
}
