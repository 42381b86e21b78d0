import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildCore, temporaryDir } from '../../support/core.ts'

it('the console’s pages load nothing from elsewhere, are framed by nobody, and say so themselves', async () => {
  const consoleDir = await temporaryDir()
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html>')
  const { app } = await buildCore({ consoleDir })
  for (const url of ['/', '/orders', '/index.html']) {
    const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(statusCode, url).toBe(200)
    expect(String(headers['content-security-policy']).split('; ').sort()).toStrictEqual([
      `base-uri 'none'`,
      `default-src 'self'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      `img-src 'self' data:`,
      `object-src 'none'`,
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  // What belongs to the API is no page, however it is spelled.
  for (const url of ['/api/nothing', '/API/nothing']) {
    expect((await app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(404)
  }
})
