import fs from 'node:fs'
import Module, { createRequire, isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { extractFile, statFile } from '@electron/asar'
import { APP_VARIABLE, EXTRACTED_VARIABLE } from './world.ts'

/**
 * Lets Node, its threads too, run an app from its packed archive as Electron does: modules come out of the archive, an
 * addon out of the folder beside it, and the functions of `fs` that Electron teaches to read archives read this one. To
 * find modules, and behind `fs`, stands what was extracted of it; every other function meets a file in the place of a folder and fails.
 */
const archive = process.env[APP_VARIABLE] ?? ''
const extracted = process.env[EXTRACTED_VARIABLE] ?? ''

const isInside = (path: string): boolean => path.startsWith(archive + sep)
const isInsideUrl = (url: string | undefined): url is string =>
  url?.startsWith('file:') === true && isInside(fileURLToPath(url))

const behind = (path: string): string => join(extracted, relative(archive, path))
const inFront = (path: string): string => join(archive, relative(extracted, path))
const moved = (url: string, move: (path: string) => string): string =>
  pathToFileURL(move(fileURLToPath(url))).href

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL: parent, conditions } = context
    if (isBuiltin(specifier)) return next(specifier, context)
    if (isInsideUrl(specifier)) return { url: specifier, shortCircuit: true }
    if (isInside(specifier)) return { url: pathToFileURL(specifier).href, shortCircuit: true }
    if (!isInsideUrl(parent)) return next(specifier, context)
    const url = conditions.includes('require')
      ? pathToFileURL(createRequire(moved(parent, behind)).resolve(specifier)).href
      : next(specifier, { ...context, parentURL: moved(parent, behind) }).url
    // What is not in the app, the double itself, stays where it is.
    if (!url.startsWith(pathToFileURL(extracted).href)) return { url, shortCircuit: true }
    return { url: moved(url, inFront), shortCircuit: true }
  },
  load: (url, context, next) => {
    if (!isInsideUrl(url)) return next(url, context)
    const { format } = next(moved(url, behind), context)
    return { format, source: extractFile(archive, relative(archive, fileURLToPath(url))), shortCircuit: true }
  },
})

// A CommonJS module that a module imports is looked up once more by its path, without the hooks.
const loader = Module as unknown as { _resolveFilename: (request: string, ...rest: unknown[]) => string }
const resolveFilename = loader._resolveFilename
loader._resolveFilename = (request, ...rest) =>
  isInside(request) ? request : resolveFilename(request, ...rest)

const { dlopen } = process
process.dlopen = (module, filename, ...rest) =>
  dlopen.call(process, module, isInside(filename) ? unpacked(filename) : filename, ...(rest as [number]))

/** @throws where a file that the system itself must open was packed away */
function unpacked(path: string): string {
  const name = relative(archive, path)
  if (!('unpacked' in statFile(archive, name))) throw new Error(`${name} is not beside the archive`)
  return join(`${archive}.unpacked`, name)
}

type Functions = Record<string, (path: unknown, ...rest: unknown[]) => unknown>

function readArchive(functions: object, names: readonly string[]): void {
  const module = functions as Functions
  for (const name of names) {
    const original = module[name]
    if (!original) throw new Error(`fs has no ${name}`)
    module[name] = (path, ...rest) => {
      const place = path instanceof URL ? fileURLToPath(path) : path
      return original(typeof place === 'string' && isInside(place) ? behind(place) : path, ...rest)
    }
  }
}

const READING = ['access', 'lstat', 'open', 'readFile', 'readdir', 'stat']
readArchive(fs, [...READING, 'createReadStream', 'existsSync', ...READING.map((name) => `${name}Sync`)])
readArchive(fs.promises, READING)
syncBuiltinESMExports()
