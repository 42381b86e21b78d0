declare module '../database/schema/tables.ts' {
  interface Tables {
    clients: ClientTable
    client_redirect_uris: ClientRedirectUriTable
    client_origins: ClientOriginTable
    client_uses: ClientUseTable
    grants: GrantTable
    authorization_codes: AuthorizationCodeTable
    access_tokens: AccessTokenTable
    refresh_tokens: RefreshTokenTable
    wrong_guesses: WrongGuessTable
    approvals: ApprovalTable
  }
}

export interface ClientTable {
  id: string
  store_id: string
  name: string
  /** SHA-256 of the secret; null for the console, which is opened by launch codes only. */
  secret_hash: string | null
  /** Scopes, separated by single spaces. */
  scope: string
  token_seconds: number
  created_at: string
  revoked_at: string | null
  /** One more with each change of what is said of it. */
  version: number
}

export interface ClientRedirectUriTable {
  client_id: string
  uri: string
}

export interface ClientOriginTable {
  client_id: string
  origin: string
}

/** Apart from the clients, which are cached: it changes all day. */
export interface ClientUseTable {
  client_id: string
  /** The minute in which the client last used a token. */
  used_at: string
}

/** One authorisation and all the tokens that came of it; revoking it revokes them. */
export interface GrantTable {
  id: string
  client_id: string
  scope: string
  created_at: string
  revoked_at: string | null
  /** Who is at the desk whose console has it; null where nobody is. */
  staff_id: string | null
}

export interface AuthorizationCodeTable {
  code_hash: string
  client_id: string
  redirect_uri: string | null
  /** What of the client's scope was asked for; null for all of it. */
  scope: string | null
  expires_at: string
  /** RFC 7636, by S256; null where the code was asked for without. */
  code_challenge: string | null
  /** Set by the first use; a second one revokes this grant. */
  grant_id: string | null
}

export interface AccessTokenTable {
  token_hash: string
  client_id: string
  grant_id: string | null
  scope: string
  expires_at: string
}

export interface RefreshTokenTable {
  token_hash: string
  grant_id: string
  expires_at: string
  /** Set by its one use, or when it gave way to another because nobody had heard of it. */
  used_at: string | null
  /** What its use has given; null where that was nothing. */
  successor_hash: string | null
  /** Of the `Idempotency-Key` that it was used with; null where there was none. */
  used_key_hash: string | null
}

export interface WrongGuessTable {
  /** Of the client whose secret, or the person whose PIN was guessed at. */
  id: string
  guesses: number
  last_at: string
  /** Until then a wrong guess comes too soon. */
  until_at: string
}

/** Scopes that may be approved step by step at the desk of somebody who lacks them. */
export type Approvable = 'price' | 'manage'

/** What somebody has approved at the desk of somebody else: one step. */
export interface ApprovalTable {
  token_hash: string
  /** Of the desk. */
  grant_id: string
  /** Who was at it then. */
  asked_by: string
  approver_id: string
  scope: Approvable
  expires_at: string
  /** Set by its one use. */
  used_at: string | null
  /** Of the `Idempotency-Key` that it was used with; null where there was none. */
  used_key_hash: string | null
}
