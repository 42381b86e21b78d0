import { Type } from 'typebox'

const OAuthText = Type.Optional(Type.String({ maxLength: 4000, 'x-text': true }))

/** RFC 6749: as a form or as JSON; credentials in the body or as HTTP Basic. */
export const TokenBody = Type.Object({
  grant_type: OAuthText,
  client_id: OAuthText,
  client_secret: OAuthText,
  scope: OAuthText,
  code: OAuthText,
  code_verifier: OAuthText,
  redirect_uri: OAuthText,
  refresh_token: OAuthText,
})

export const TokenResponse = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String(),
  refresh_token: Type.Optional(Type.String()),
})

/** RFC 6749, section 4.1.1. */
export const ConnectQuery = Type.Object({
  client_id: OAuthText,
  redirect_uri: OAuthText,
  response_type: OAuthText,
  scope: OAuthText,
  state: OAuthText,
  code_challenge: OAuthText,
  code_challenge_method: OAuthText,
})

/** The answer is its `Location`. */
export const NoContent = Type.Null({ description: 'A redirect, without a body.' })

export const TokenErrorBody = Type.Object({ error: Type.String(), error_description: Type.String() })
