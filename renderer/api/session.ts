import { ApiError } from './api-error.ts'
import { send } from './transport.ts'

/**
 * Who this window is to the core. Tokens live in memory. A browser tab keeps the refresh token in sessionStorage too,
 * so that it goes on when it is loaded again; browsers write that to the disk, so the desktop's window, which can
 * sign in anew by itself, does not.
 */
const REFRESH_TOKEN_KEY = 'backcounter.refresh-token'
const tabStorage = (): Storage | undefined => (window.desktop === undefined ? sessionStorage : undefined)
/** Renewed this long before it expires, so that no request is refused on the way. */
const RENEW_AHEAD_MS = 30_000

interface TokenAnswer {
  access_token: string
  expires_in: number
  refresh_token?: string
}

let accessToken: { value: string; renewAt: number } | undefined
let refreshToken: string | undefined
let renewal: Promise<string> | undefined

/** Whether there is anything to go on with: a token in memory or one to renew with. */
export function hasSession(): boolean {
  return accessToken !== undefined || heldRefreshToken() !== null
}

/**
 * Exchanges the one-time code of a launch link for tokens.
 * @throws ApiError where the code is used up, too old or unknown
 */
export async function startSession(launchCode: string): Promise<void> {
  keep(await requestToken({ grant_type: 'authorization_code', code: launchCode }))
}

/**
 * An access token that is good for a request now.
 * @param refused a token that was just answered with 401 and must not be handed out again
 * @throws ApiError 401 where the session is over
 */
export async function getAccessToken(refused?: string): Promise<string> {
  if (accessToken && accessToken.value !== refused && Date.now() < accessToken.renewAt)
    return accessToken.value
  // A refresh token is good for one use: however many requests wait, one of them renews for all.
  renewal ??= renew().finally(() => (renewal = undefined))
  return renewal
}

const heldRefreshToken = (): string | null => refreshToken ?? tabStorage()?.getItem(REFRESH_TOKEN_KEY) ?? null

async function renew(): Promise<string> {
  const held = heldRefreshToken()
  if (held === null) throw new ApiError(401, [])
  try {
    return keep(await requestToken({ grant_type: 'refresh_token', refresh_token: held }))
  } catch (error) {
    if (error instanceof ApiError && (error.isUnreachable || error.isBusy)) throw error
    accessToken = undefined
    refreshToken = undefined
    tabStorage()?.removeItem(REFRESH_TOKEN_KEY)
    throw new ApiError(401, error instanceof ApiError ? error.faults : [])
  }
}

async function requestToken(grant: Record<string, string>): Promise<TokenAnswer> {
  const answer = await send('POST', '/oauth/token', { body: { ...grant, client_id: 'console' } })
  return answer.body as TokenAnswer
}

function keep(answer: TokenAnswer): string {
  const lifetime = answer.expires_in * 1000
  accessToken = {
    value: answer.access_token,
    renewAt: Date.now() + lifetime - Math.min(RENEW_AHEAD_MS, lifetime / 2),
  }
  if (answer.refresh_token !== undefined) {
    refreshToken = answer.refresh_token
    tabStorage()?.setItem(REFRESH_TOKEN_KEY, refreshToken)
  }
  return answer.access_token
}
