import { rmSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreatedClient } from '../../../core/access/clients.ts'
import type { Random } from '../../../core/demo/random.ts'
import { demoTemplate, type DemoTemplate } from '../../support/demo-template.ts'
import { issueIn } from '../../support/gift-cards.ts'
import { stockUpIn } from '../../support/stock.ts'
import { firstVersion } from '../../support/first-version.ts'
import { run } from '../core-process.ts'
import type { Line } from '../../support/line.ts'
import type { Library } from '../faults/library.ts'
import { SpoiltDisk } from '../faults/spoilt-disk.ts'
import { Folder, makeBase } from '../folder.ts'
import { CURRENCY, readFacts, type Facts } from '../journal/facts.ts'
import { Lost } from '../lost.ts'
import { emptyTally } from '../tally.ts'
import { verifyFolder } from '../verify/verify-folder.ts'
import { load, type Load } from './load.ts'
import { open, type Life } from './life.ts'
import { DATABASE, inFiles, type Shops } from '../../support/shops.ts'

/** Everything that rounds use: folders, cores, tills, chance. */
export class Stage {
  readonly random: Random
  readonly library: Library
  readonly tally = emptyTally()
  readonly tills: number
  /** Operations on the disk that were spoilt. */
  faults = 0
  #facts: Facts | undefined
  #template: DemoTemplate | undefined
  #old: { folder: Folder; file: string } | undefined
  readonly #shops: Shops
  readonly #bases = new Set<string>()

  constructor(random: Random, library: Library, tills: number, shops = inFiles) {
    this.#shops = shops
    this.random = random
    this.library = library
    this.tills = tills
  }

  /** A folder of its own with the demo shops. @param prepare what is to be done before it is filled */
  async newFolder(prepare: (dataDir: string) => unknown = () => undefined): Promise<Folder> {
    const { file, credentials } = await this.#demo()
    const facts = { ...(await this.wholeFacts()), giftCard: GIFT_CARD }
    const base = this.makeBase()
    const dataDir = await this.makeDataDir(base)
    prepare(dataDir)
    await this.#shops.put(file, dataDir)
    return new Folder(base, credentials.harbour.admin, facts)
  }

  /** A folder for a shop that is there already. */
  async folderOf(base: string, credentials: CreatedClient): Promise<Folder> {
    const facts = await readFactsOf(new Folder(base, credentials, noFacts))
    // The cart that told the taxes is in this folder, but in no other.
    return new Folder(base, credentials, { ...facts, carts: new Set([...facts.carts, facts.probe]) })
  }

  /** What the demo shop has. */
  async wholeFacts(): Promise<Facts> {
    if (!this.#facts) {
      const { file, credentials } = await this.#demo()
      const base = this.makeBase()
      const folder = new Folder(base, credentials.harbour.admin, noFacts)
      await this.#shops.put(file, await this.makeDataDir(base))
      this.#facts = await readFactsOf(folder)
      await this.remove(folder)
    }
    return this.#facts
  }

  /** A folder as the first version of the program left it, with carts and orders. */
  async oldFolder(): Promise<Folder> {
    this.#old ??= await this.#makeOld()
    const { base, credentials, facts } = await this.newFolder()
    const folder = new Folder(base, credentials, { ...facts, giftCard: undefined })
    await copyFile(this.#old.file, join(folder.dataDir, DATABASE))
    folder.takeOver(this.#old.folder)
    return folder
  }

  /** One demo shop for the whole run, with the same clients: the one that tests share may be made anew meanwhile. */
  async #demo(): Promise<DemoTemplate> {
    if (!this.#template) {
      const shared = await demoTemplate()
      const base = this.makeBase()
      const file = join(base, DATABASE)
      await copyFile(shared.file, file)
      await issueIn(base, { code: GIFT_CARD, currency: CURRENCY, amount: 1_000_000_000 })
      // What orders take of it, `check` reckons anew.
      await stockUpIn(base, 1000)
      this.#template = { ...shared, file }
    }
    return this.#template
  }

  /** The first version knew no orders that were reopened: of a folder that has one, there is no old one. */
  async #makeOld(): Promise<{ folder: Folder; file: string }> {
    for (;;) {
      const folder = await this.newFolder()
      const life = await open(folder)
      const working = this.load(folder, life)
      while (!folder.entries.some(({ state }) => state.order)) await working.progress(10)
      await working.end()
      await life.command.stop()
      life.core.close()
      if (folder.entries.some(({ state }) => state.order?.status === 'Reopened')) {
        await this.remove(folder)
        continue
      }
      const dir = join(folder.base, 'old')
      await firstVersion(dir, join(folder.dataDir, DATABASE))
      return { folder, file: join(dir, DATABASE) }
    }
  }

  load = (folder: Folder, life: Life, options: { mayRefuse?: boolean } = {}): Load =>
    load({ folder, life, random: this.random, tally: this.tally, tills: this.tills, ...options })

  /**
   * Starts the core on a folder and compares it with its journal; the command `check` runs before it or
   * beside it at times: what it would find stays, and is found before the folder is left at the latest.
   */
  async start(folder: Folder, disk?: SpoiltDisk): Promise<Life> {
    if (!disk && this.random.chance(0.2)) await this.check(folder.dataDir)
    const life = await open(folder, disk)
    const beside = this.random.chance(0.2) ? this.check(folder.dataDir) : undefined
    await Promise.all([this.verify(folder, life), beside])
    return life
  }

  /** Puts a disk that can be spoilt under a folder for a while. */
  async onSpoiltDisk<T>(
    folder: { base: string; dataDir: string },
    work: (disk: SpoiltDisk) => Promise<T>,
  ): Promise<T> {
    if (!('path' in this.library)) throw new Error(this.library.reason)
    const disk = new SpoiltDisk(this.library.path, folder.base, folder.dataDir, this.random.below(2 ** 31))
    try {
      return await work(disk)
    } finally {
      this.faults += disk.remove()
    }
  }

  /** Compares a folder with its journal, over HTTP. @throws Lost */
  async verify(folder: Folder, life: Life, extent?: 'everything'): Promise<void> {
    const verifying = { folder, core: life.core, tally: this.tally }
    await verifyFolder(verifying, extent ?? this.random)
  }

  /**
   * The command `check`.
   * @returns how many orders there are; undefined in a file of an earlier version, which is only looked over as a file
   * @throws Lost where it finds a fault
   */
  async check(dataDir: string): Promise<number | undefined> {
    const { code, stdout, stderr } = await run(['check', '--data', dataDir])
    if (code === 1 && /is sound, but was written by an earlier version/.test(stdout + stderr))
      return undefined
    if (code !== 0) throw new Lost(`check ended with ${code ?? 'nothing'}: ${stdout}${stderr}`)
    return (JSON.parse(stdout) as { orders: number }).orders
  }

  /** Compares everything in a folder with its journal, and stops the core as a user would. @throws Lost */
  async verifyEverything(folder: Folder): Promise<void> {
    const life = await open(folder)
    await this.verify(folder, life, 'everything')
    life.core.close()
    const { code, stderr } = await life.command.stop()
    if (code !== 0) throw new Lost(`The core, told to stop, ended with ${code ?? 'a signal'}: ${stderr}`)
    await this.check(folder.dataDir)
  }

  /** Stops the server as a crash does, and starts it again. */
  async crashServer(): Promise<void> {
    await this.#shops.server?.crash()
  }

  /** The way of a folder's cores to the server. */
  lineOf = ({ dataDir }: Folder): Line => this.#shops.lineOf(dataDir)

  async remove(folder: Folder): Promise<void> {
    await this.#shops.remove(folder.dataDir)
    folder.remove()
    this.#bases.delete(folder.base)
  }

  async makeDataDir(base: string): Promise<string> {
    const dataDir = join(base, 'data')
    await mkdir(dataDir, { mode: 0o700 })
    return dataDir
  }

  makeBase(): string {
    const base = makeBase()
    this.#bases.add(base)
    return base
  }

  /** Removes what is left, but a folder that is to be looked at. */
  close(keep?: Folder): void {
    this.#shops.close()
    for (const base of this.#bases) if (base !== keep?.base) rmSync(base, { recursive: true, force: true })
  }
}

async function readFactsOf(folder: Folder): Promise<Facts> {
  const life = await open(folder)
  const facts = await readFacts(life.core)
  life.core.close()
  await life.command.stop()
  return facts
}

/** Of a card that holds more than all orders of a run come to. */
const GIFT_CARD = 'TORTURE-CARD-0001'

const noFacts: Facts = {
  ...{
    priceGroupId: '',
    countryId: '',
    probe: '',
    countries: 0,
    products: [],
    deliveries: [],
    payings: [],
    redeeming: -1,
  },
  carts: new Set(),
  orders: new Set(),
}
