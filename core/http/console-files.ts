import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify'
import { latePages } from './late-pages.ts'
import { nothingThere, type Fallback } from './unknown-routes.ts'

const PAGE = '/index.html'

/**
 * What every page of the console is held to, in the browser and in the window: nothing from elsewhere, no inline scripts
 * but the page's own, no inline styles, no frames.
 */
export const CONSOLE_HEADERS = {
  'content-security-policy': [
    `default-src 'self'`,
    `img-src 'self' data: blob:`,
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

/** Where the console's files are answered, and its pages. */
export interface ConsoleFiles {
  /** Every address of the console that is not a file is a page of its router. */
  readonly page: Fallback
  /** Adds a route for each folder: one for each file would take its part of a start. */
  readonly addRoutes: () => void
}

/** The built console, from its folder: the files that are there now. */
export function consoleFiles(app: FastifyInstance, consoleDir: string): ConsoleFiles {
  const answer = latePages(app, async () => buildFiles(consoleDir))
  const page: Fallback = async (request, reply) => {
    const isPage = request.method === 'GET' && !isOfApi(request.url) && wantsHtml(request.headers.accept)
    return isPage && answer(request, reply, PAGE)
  }
  const file: RouteHandlerMethod = async (request, reply) => {
    if ((await answer(request, reply)) || (await page(request, reply))) return reply
    throw nothingThere()
  }
  return {
    page,
    addRoutes: () => {
      const schema = { hide: true }
      app.get('/', { schema }, file)
      for (const entry of readdirSync(consoleDir, { withFileTypes: true })) {
        app.get(entry.isFile() ? `/${entry.name}` : `/${entry.name}/:file`, { schema }, file)
      }
    },
  }
}

/** Built files carry a hash in their names and are kept by browsers. */
async function buildFiles(consoleDir: string): Promise<FastifyInstance> {
  const { default: fastifyStatic } = await import('@fastify/static')
  const files = Fastify()
  const { 'content-security-policy': policy } = CONSOLE_HEADERS
  const headers = {
    ...CONSOLE_HEADERS,
    'content-security-policy': [policy, ...ownScripts(readFileSync(join(consoleDir, PAGE), 'utf8'))].join(
      '; ',
    ),
  }
  await files.register(fastifyStatic, {
    root: consoleDir,
    cacheControl: false,
    // The build has written them beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.headers({
        ...headers,
        'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
    },
  })
  return files
}

/** Lets the scripts run that stand in the page itself, each by its hash, and no others that stand there. */
function ownScripts(page: string): string[] {
  const hashes = Array.from(
    page.matchAll(/<script>(.*?)<\/script>/gs),
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return hashes.length === 0 ? [] : [`script-src 'self' ${hashes.join(' ')}`]
}

const isOfApi = (url: string): boolean => /^\/api\//i.test(url)
const wantsHtml = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

export const isConsoleBuilt = (consoleDir: string): boolean => existsSync(join(consoleDir, PAGE))
