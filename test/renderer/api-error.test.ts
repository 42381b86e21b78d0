import { describe, expect, it } from 'vitest'
import { ApiError } from '../../renderer/api/api-error.ts'
import { useFaults } from '../../renderer/ui/use-faults.ts'

const refusal = (...descriptions: string[]) =>
  ApiError.fromBody(400, {
    errors: descriptions.map((text) => ({ error: 'BadRequest', 'error-description': text })),
  })

describe('an error of the API', () => {
  it('knows the field that a description names', () => {
    expect(refusal('shippingAddress.email: must be an e-mail address').faults).toEqual([
      { error: 'BadRequest', field: 'shippingAddress.email', text: 'must be an e-mail address' },
    ])
  })

  it('leaves text with a colon further on as it is', () => {
    const text = 'The cart became an order: H-10001.'
    expect(refusal(text).faults).toEqual([{ error: 'BadRequest', field: undefined, text }])
  })

  it('reads the token endpoint, and answers of nobody we know', () => {
    const body = { error: 'invalid_grant', error_description: 'The code is used up.' }
    expect(ApiError.fromBody(400, body).faults[0]?.text).toBe('The code is used up.')
    expect(ApiError.fromBody(502, undefined).faults).toEqual([])
    expect(new ApiError(0, []).isUnreachable).toBe(true)
  })
})

describe('faults of a form', () => {
  it('stand at their fields; what belongs to none stands beside the action', async () => {
    const faults = useFaults(['email', 'city'])
    const failed = refusal('shippingAddress.email: must be an e-mail address', 'city: is missing')

    expect(await faults.run(() => Promise.reject(failed))).toBe(false)
    expect(faults.at('email')).toBe('must be an e-mail address')
    expect(faults.at('city')).toBe('is missing')
    expect(faults.elsewhere.value).toBeUndefined()

    await faults.run(() => Promise.reject(refusal('shippingMethodId: does not serve this country')))
    expect(faults.at('email')).toBeUndefined()
    expect(faults.elsewhere.value?.faults).toHaveLength(1)
  })

  it('are gone after the next success', async () => {
    const faults = useFaults(['email'])
    await faults.run(() => Promise.reject(refusal('email: is missing')))
    expect(await faults.run(() => Promise.resolve())).toBe(true)
    expect(faults.at('email')).toBeUndefined()
  })

  it('never hide a fault of our own', async () => {
    await expect(useFaults().run(() => Promise.reject(new TypeError('oops')))).rejects.toThrow('oops')
  })
})
