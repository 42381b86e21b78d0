import fc from 'fast-check'
import { anyText } from '../match.ts'
import type { Call, LaunchCode, Outcome, RefreshToken, Role, State, Token } from '../state.ts'
import type { StoreCode } from '../world.ts'
import { at, command, place } from './command.ts'

const TOKEN_SECONDS = 300
const REFRESH_DAYS = 30
const DAY = 86_400_000

/** Takes a token with the credentials of a client, right or wrong. */
export const takeToken = command({
  name: 'take a token',
  weight: 2,
  picks: fc.record({
    store: fc.constantFrom('harbour', 'uptown'),
    role: fc.constantFrom('clerk', 'web', 'support'),
    isRight: fc.constantFrom(true, true, false),
  }),
  call: (state, { store, role, isRight }) => takingToken(state, store, role, isRight),
})

/** The call with which a client takes a token (RFC 6749, section 4.4). */
export function takingToken(
  { world }: State,
  store: StoreCode,
  role: Exclude<Role, 'console'>,
  isRight = true,
): Call {
  const { clientId, clientSecret } = world.clients[store][role]
  const secret = isRight ? clientSecret : `${clientSecret}x`
  return tokenCall(
    store,
    { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
    (before) =>
      isRight ? given(before, { store, role, grant: undefined }) : refusedWith(before, 401, 'invalid_client'),
  )
}

/** Opens the console with a launch code: the last, or one that has been used or has expired. */
export const useLaunchCode = command({
  name: 'open the console',
  weight: 2,
  picks: fc.record({ code: fc.oneof(fc.constant(0), place) }),
  call: (state, { code: index }) => {
    const code = at(state.access.codes.toReversed(), index)
    if (!code) return undefined
    const body = { grant_type: 'authorization_code', client_id: 'console', code: code.text }
    return tokenCall(code.store, body, (before) => {
      const known = before.access.codes.find(({ text }) => text === code.text)
      if (!known) return refusedWith(before, 400, 'invalid_grant')
      // Too old, it is an old link and not somebody who was quicker.
      if (known.expiresAt <= before.now) return refusedWith(before, 400, 'invalid_grant')
      if (known.grant !== undefined) return refusedWith(ended(before, known.grant), 400, 'invalid_grant')
      const { access } = before
      const grant = access.grants + 1
      const codes = access.codes.map((one): LaunchCode => (one === known ? { ...one, grant } : one))
      return given(
        { ...before, access: { ...access, codes, grants: grant } },
        { store: code.store, role: 'console', grant },
      )
    })
  },
})

/** Renews the console's token; a refresh token that comes back has been stolen. */
export const refreshToken = command({
  name: 'renew a token',
  weight: 2,
  picks: fc.record({ token: fc.oneof(fc.constant(0), place) }),
  call: (state, { token: index }) => {
    const token = at(state.access.refreshTokens.toReversed(), index)
    if (!token) return undefined
    const body = { grant_type: 'refresh_token', client_id: 'console', refresh_token: token.text }
    return tokenCall(token.store, body, (before) => {
      const { access } = before
      const known = access.refreshTokens.find(({ text }) => text === token.text)
      if (!known || access.revoked.includes(known.grant)) return refusedWith(before, 400, 'invalid_grant')
      if (known.isUsed) return refusedWith(ended(before, known.grant), 400, 'invalid_grant')
      if (known.expiresAt <= before.now) return refusedWith(before, 400, 'invalid_grant')
      const refreshTokens = access.refreshTokens.map((one): RefreshToken =>
        one === known ? { ...one, isUsed: true } : one,
      )
      return given(
        { ...before, access: { ...access, refreshTokens } },
        { store: token.store, role: 'console', grant: known.grant },
      )
    })
  },
})

const tokenCall = (store: StoreCode, body: object, decide: (before: State) => Outcome): Call => ({
  store,
  method: 'POST',
  path: '/oauth/token',
  body,
  scopes: undefined,
  decide,
})

/** The authorisation and all its tokens end. */
const ended = (state: State, grant: number): State => ({
  ...state,
  access: { ...state.access, revoked: [...state.access.revoked, grant] },
})

/** RFC 6749, section 5.2. */
const refusedWith = (state: State, status: number, error: string): Outcome => ({
  status,
  isGuess: true,
  body: { error, error_description: anyText },
  next: () => state,
})

/** RFC 6749, section 5.1; with an authorisation comes what renews the token. */
function given(state: State, { store, role, grant }: Pick<Token, 'store' | 'role' | 'grant'>): Outcome {
  return {
    status: 200,
    body: {
      access_token: anyText,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: anyText,
      ...(grant !== undefined && { refresh_token: anyText }),
    },
    next: ({ body }) => {
      const made = body as { access_token: string; refresh_token?: string }
      const expiresAt = state.now + TOKEN_SECONDS * 1000
      const renewal =
        grant === undefined || made.refresh_token === undefined
          ? []
          : [
              {
                text: made.refresh_token,
                store,
                grant,
                expiresAt: state.now + REFRESH_DAYS * DAY,
                isUsed: false,
              },
            ]
      const { access } = state
      return {
        ...state,
        access: {
          ...access,
          tokens: [...access.tokens, { text: made.access_token, store, role, expiresAt, grant }],
          refreshTokens: [...access.refreshTokens, ...renewal],
        },
      }
    },
  }
}
