import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Fallback } from './unknown-routes.ts'

/**
 * What every page of the console is held to, in the browser and in the window: nothing from elsewhere, no inline scripts
 * or styles, no frames.
 */
export const CONSOLE_HEADERS = {
  'content-security-policy': [
    `default-src 'self'`,
    `img-src 'self' data:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

/** Serves the built console from its folder; built files carry a hash in their names and are kept by browsers. */
export async function serveConsole(app: FastifyInstance, consoleDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: consoleDir,
    wildcard: false,
    cacheControl: false,
    // The build has written them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.headers({
        ...CONSOLE_HEADERS,
        'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    },
  })
}

/** Every address of the console that is not a file is a page of its router. */
export const consolePage: Fallback = (request, reply) => {
  const isPage = request.method === 'GET' && !isOfApi(request.url) && wantsHtml(request.headers.accept)
  return isPage ? reply.sendFile('index.html') : undefined
}

const isOfApi = (url: string): boolean => /^\/api\//i.test(url)
const wantsHtml = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

export const isConsoleBuilt = (consoleDir: string): boolean => existsSync(join(consoleDir, 'index.html'))
