import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is text; fonts are compressed in themselves. */
const TEXT = /\.(css|html|js|svg)$/
/** Bytes below which a compressed file saves nothing that anybody notices. */
const WORTH_IT = 1024

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Writes each text file of the build compressed beside itself, as well as can be: the server only chooses among them. */
export function precompress(): Plugin {
  return {
    name: 'backcounter:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const paths = Object.keys(bundle).filter((name) => TEXT.test(name))
      await Promise.all(paths.map(async (name) => compressBeside(join(dir, name))))
    },
  }
}

async function compressBeside(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < WORTH_IT) return
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  await Promise.all([
    asBrotli(content, brotli).then((bytes) => writeFile(`${path}.br`, bytes)),
    asGzip(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ])
}
