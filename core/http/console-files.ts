import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type {} from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { nothingThere, type Fallback } from './unknown-routes.ts'

const PAGE = 'index.html'

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

/**
 * Serves the built console from its folder, the files that are there now; built ones carry a hash in their names and are kept
 * by browsers. A folder is one route: the library would make two of each file, which takes its part of a start.
 */
export async function serveConsole(app: FastifyInstance, consoleDir: string): Promise<void> {
  // A core without a console needs none of it.
  const { default: fastifyStatic } = await import('@fastify/static')
  await app.register(fastifyStatic, {
    root: consoleDir,
    serve: false,
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
  const schema = { hide: true }
  app.get('/', { schema }, (_request, reply) => reply.sendFile(PAGE))
  for (const entry of readdirSync(consoleDir, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isFile()) app.get(`/${name}`, { schema }, (_request, reply) => reply.sendFile(name))
    else {
      const files = new Set(readdirSync(join(consoleDir, name)))
      app.get<{ Params: { file: string } }>(`/${name}/:file`, { schema }, (request, reply) => {
        const { file } = request.params
        if (files.has(file)) return reply.sendFile(`${name}/${file}`)
        const page = consolePage(request, reply)
        if (page) return page
        throw nothingThere()
      })
    }
  }
}

/** Every address of the console that is not a file is a page of its router. */
export const consolePage: Fallback = (request, reply) => {
  const isPage = request.method === 'GET' && !isOfApi(request.url) && wantsHtml(request.headers.accept)
  return isPage ? reply.sendFile(PAGE) : undefined
}

const isOfApi = (url: string): boolean => /^\/api\//i.test(url)
const wantsHtml = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

export const isConsoleBuilt = (consoleDir: string): boolean => existsSync(join(consoleDir, PAGE))
