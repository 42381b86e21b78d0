import { describe, expect, it } from 'vitest'
import { sharedShop } from '../../support/shop.ts'

describe('the addresses of the documentation page', () => {
  const shop = sharedShop()

  it.each([
    '/docs',
    '/docs/',
    '/docs/static/swagger-ui-bundle.js',
    '/docs/static/swagger-ui.css',
    '/docs/json',
  ])('%s needs no token, and carries the content policy', async (path) => {
    const answer = await shop().anyone.get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(answer.headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval/)
    expect(answer.headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  })

  it('are refused in the contract’s form where there is nothing', async () => {
    ;(await shop().anyone.get('/docs/static/none.js')).refused('NotFound')
    ;(await shop().anyone.get('/docs/static/%2e%2e/package.json')).refused('NotFound')
  })
})
