import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
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
      `img-src 'self' data: blob:`,
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

it('of scripts in the page the console’s own runs, and no other', async () => {
  const consoleDir = await temporaryDir()
  const script = '\n  document.title = "ours"\n'
  await writeFile(join(consoleDir, 'index.html'), `<!doctype html><script>${script}</script>`)
  const { app } = await buildCore({ consoleDir })
  const { headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  const hash = createHash('sha256').update(script).digest('base64')
  expect(String(headers['content-security-policy']).split('; ')).toContain(
    `script-src 'self' 'sha256-${hash}'`,
  )
})

it('the console’s files are those that are in its folder, and nothing else', async () => {
  const consoleDir = await temporaryDir()
  await mkdir(join(consoleDir, 'assets'))
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html>')
  await writeFile(join(consoleDir, 'licences.json'), '[]')
  await writeFile(join(consoleDir, 'assets/page-1a2b.js'), 'export {}')
  await writeFile(join(consoleDir, 'assets/page-1a2b.js.br'), brotliCompressSync('export {}'))
  const { app } = await buildCore({ consoleDir })
  const url = '/assets/page-1a2b.js'

  const plain = await app.inject({ url })
  expect(plain).toMatchObject({ statusCode: 200, body: 'export {}' })
  expect(plain.headers['cache-control']).toContain('immutable')
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(await app.inject({ url, method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' })
  expect(await app.inject({ url: '/licences.json' })).toMatchObject({ statusCode: 200, body: '[]' })
  for (const url of ['/assets/page-1a2b.js', '/licences.json', '/']) {
    const refused = await app.inject({ url, method: 'POST' })
    expect({ status: refused.statusCode, allow: refused.headers['allow'] }, url).toStrictEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  }
  const elsewhere = [
    '/assets/page-3c4d.js',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2fetc%2fpasswd',
    '/assets/%00',
  ]
  for (const url of elsewhere) {
    expect((await app.inject({ url })).statusCode, url).toBe(404)
    // Where a page is wanted, the console's router says that there is none.
    const page = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(page, url).toMatchObject({ statusCode: 200, body: '<!doctype html>' })
  }
})
