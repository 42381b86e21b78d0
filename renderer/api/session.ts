import { ApiError } from './api-error.ts'
import {
  hearOthers,
  inTurn,
  readSignIn,
  tellOthers,
  whenTold,
  whenWrittenElsewhere,
  writeSignIn,
  type SharedToken,
  type SignIn,
} from './sign-in.ts'
import { send } from './transport.ts'

/** Renewed this long before it expires, so that no request is refused on the way. */
const RENEW_AHEAD_MS = 30_000
/** A tab that has renewed tells the others at once; one that was closed at that very moment does not. */
const TOLD_WITHIN_MS = 1000

interface TokenAnswer {
  access_token: string
  expires_in: number
  refresh_token: string
}

/** In memory only. */
let accessToken: SharedToken | undefined
/** Whose console this page shows. */
let shownStore: string | undefined
let renewal: Promise<string> | undefined

/** The id of the store that this page shows; empty where it could not be asked. */
export const storeShown = (): string => shownStore ?? ''

/** Goes on with the sign-in of this browser. @returns whether there is one; the core may have ended it */
export function resumeSession(): boolean {
  shownStore ??= readSignIn()?.storeId
  return shownStore !== undefined
}

/**
 * Exchanges the one-time code of a launch link for tokens. They become the sign-in of all tabs; the link that the
 * present one came of leads back into it.
 * @throws ApiError where the code is used up, too old or unknown
 */
export async function startSession(launchCode: string): Promise<void> {
  await inTurn(async () => {
    if (readSignIn()?.launchCode === launchCode) return
    const tokens = await requestToken({ grant_type: 'authorization_code', code: launchCode })
    shownStore = await storeOf(tokens)
    keep(tokens, { storeId: shownStore, launchCode })
  })
  resumeSession()
}

/**
 * Whether this browser has a sign-in that the core still knows; one that cannot be asked about now counts.
 */
export async function hasLiveSession(): Promise<boolean> {
  if (!resumeSession()) return false
  return getAccessToken().then(
    () => true,
    (error: unknown) => !(error instanceof ApiError && error.status === 401),
  )
}

/** Calls back when another tab has signed in and this page shows another store, or is out. */
export function whenSignedInElsewhere(listener: () => void): void {
  whenWrittenElsewhere(() => {
    const signIn = readSignIn()
    if (signIn && signIn.storeId !== shownStore) listener()
  })
}

/**
 * An access token that is good for a request now.
 * @param refused a token that was just answered with 401 and must not be handed out again
 * @throws ApiError 401 where the session is over
 */
export async function getAccessToken(refused?: string): Promise<string> {
  const known = goodToken(refused)
  if (known !== undefined) return known
  hearOthers(take)
  // A refresh token is good for one use: however many requests and tabs wait, one of them renews for all.
  renewal ??= inTurn(async () => renew(refused)).finally(() => (renewal = undefined))
  return renewal
}

function goodToken(refused: string | undefined): string | undefined {
  const isGood = accessToken && accessToken.value !== refused && Date.now() < accessToken.renewAt
  return isGood ? accessToken?.value : undefined
}

/** Takes what another tab has got for itself. */
function take(token: SharedToken): void {
  if (token.storeId === shownStore && token.renewAt > (accessToken?.renewAt ?? 0)) accessToken = token
}

async function renew(refused: string | undefined): Promise<string> {
  const signIn = readSignIn()
  if (!signIn) return signOut()
  // What this page shows is another store's: nothing more is asked in its name.
  if (signIn.storeId !== shownStore) return loadAfresh()
  if (accessToken && accessToken.renewedAt !== signIn.renewedAt && goodToken(refused) === undefined)
    await whenTold(TOLD_WITHIN_MS)
  const told = goodToken(refused)
  if (told !== undefined) return told
  try {
    const grant = { grant_type: 'refresh_token', refresh_token: signIn.refreshToken }
    return keep(await requestToken(grant, { 'idempotency-key': signIn.renewalKey }), signIn)
  } catch (error) {
    // Only the core itself ends a session, not its being away, busy or in trouble.
    if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
      writeSignIn(undefined)
      return signOut(error)
    }
    throw error
  }
}

function signOut(error?: ApiError): never {
  accessToken = undefined
  shownStore = undefined
  throw new ApiError(401, error?.faults ?? [])
}

function loadAfresh(): Promise<never> {
  window.location.reload()
  return new Promise(() => undefined)
}

async function requestToken(
  grant: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await send('POST', '/oauth/token', { body: { ...grant, client_id: 'console' }, headers })
  return answer.body as TokenAnswer
}

/** The code is used up by now, so whatever goes wrong here must not lose what it gave. */
async function storeOf({ access_token: token }: TokenAnswer): Promise<string> {
  try {
    const { body } = await send('GET', '/store', { headers: { authorization: `Bearer ${token}` } })
    return (body as { id: string }).id
  } catch {
    return ''
  }
}

/** @returns the access token */
function keep(answer: TokenAnswer, { storeId, launchCode }: Pick<SignIn, 'storeId' | 'launchCode'>): string {
  const lifetime = answer.expires_in * 1000
  const renewedAt = Date.now()
  const renewAt = renewedAt + lifetime - Math.min(RENEW_AHEAD_MS, lifetime / 2)
  accessToken = { value: answer.access_token, renewAt, storeId, renewedAt }
  writeSignIn({
    storeId,
    launchCode,
    refreshToken: answer.refresh_token,
    renewalKey: crypto.randomUUID(),
    renewedAt,
  })
  hearOthers(take)
  tellOthers(accessToken)
  return answer.access_token
}
