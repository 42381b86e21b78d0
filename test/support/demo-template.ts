import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type CreatedClient } from '../../core/access/clients.ts'
import { openSqliteFile } from './engines.ts'
import { seedDemo } from '../../core/demo/seed-demo.ts'
import { findStoreByCode } from '../../core/stores/store.repository.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/backcounter-test')

/** When the shops of the tests were opened, and where their clocks stand: a Friday morning. */
export const OPENING = new Date('2026-11-20T09:30:00.000Z')

const STORES = ['harbour', 'uptown'] as const
export type StoreCode = (typeof STORES)[number]

const EMPTY = 'empty.sqlite'

/** Registered with each store beforehand, so that a test has only to fetch a token. */
const SCOPES = [
  'storefront',
  'support',
  'staff',
  'admin',
  'price',
  'storefront price',
  'staff price',
] as const
export type TemplateScope = (typeof SCOPES)[number]

/** A data folder with the demo shops, to be copied for each test. */
export interface DemoTemplate {
  readonly file: string
  /** A file in which there is no shop yet: its schema takes three times as long to make as a core to open. */
  readonly emptyFile: string
  readonly credentials: Readonly<Record<StoreCode, Readonly<Record<TemplateScope, CreatedClient>>>>
}

/**
 * Makes the template, or finds the one that an earlier test made of the same sources: a test then costs a copy of a
 * file and not the seeding of two shops.
 */
export const demoTemplate = async (): Promise<DemoTemplate> => (template ??= findTemplate())

/** Looked for once: to see that the sources are the same takes as long as to open a shop. */
let template: Promise<DemoTemplate> | undefined

async function findTemplate(): Promise<DemoTemplate> {
  const dir = join(cache, fingerprint())
  const credentialsFile = join(dir, 'credentials.json')
  if (!existsSync(credentialsFile)) await make(dir)
  return {
    file: join(dir, 'backcounter.sqlite'),
    emptyFile: join(dir, EMPTY),
    credentials: JSON.parse(readFileSync(credentialsFile, 'utf8')) as DemoTemplate['credentials'],
  }
}

/** Puts the demo shops into a data folder, with no orders yet. */
export async function copyDemoShops(dataDir: string): Promise<void> {
  await copyFile((await demoTemplate()).file, join(dataDir, 'backcounter.sqlite'))
}

/** Changes with anything the template is made by. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of [...globSync('core/**/*.ts', { cwd: root }).sort(), 'test/support/demo-template.ts']) {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function make(target: string): Promise<void> {
  // Workers may do this at the same time: each works aside, and the first to finish is kept.
  const dir = `${target}.${randomUUID()}`
  // Whoever closes last leaves all of it in the one file, which is then copied.
  await (await openSqliteFile(dir)).close()
  await copyFile(join(dir, 'backcounter.sqlite'), join(dir, EMPTY))
  const database = await openSqliteFile(dir)
  const credentials = await database.transact(async (db) => {
    await seedDemo(db, OPENING, 0)
    const made: Record<string, Record<string, CreatedClient>> = {}
    for (const code of STORES) {
      const store = await findStoreByCode(db, code)
      if (!store) throw new Error(`The demo has no store ${code}.`)
      const ofStore: Record<string, CreatedClient> = {}
      for (const scope of SCOPES) {
        const author = { storeId: store.id, name: 'Command line', now: OPENING }
        ofStore[scope] = await createClient(db, author, { name: `Till (${scope})`, scope })
      }
      made[code] = ofStore
    }
    return made
  })
  await database.close()
  writeFileSync(join(dir, 'credentials.json'), JSON.stringify(credentials))
  try {
    renameSync(dir, target)
  } catch {
    rmSync(dir, { recursive: true })
  }
  forgetOld(basename(target))
}

/** Templates of sources that are no more; a run that may still copy from one is left alone. */
function forgetOld(current: string): void {
  const limit = Date.now() - 600_000
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (name !== current && made !== undefined && made < limit) rmSync(path, { recursive: true, force: true })
  }
}
