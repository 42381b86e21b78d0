import { computed, onScopeDispose, shallowReactive, shallowRef, type ComputedRef } from 'vue'
import { patiently } from '../../../api/connection.ts'
import { goOnFor, isBegunByAnother, whoBegins } from '../../../api/desk.ts'
import { keepImage } from '../../../api/images.ts'
import { listManagedProducts, showImage, type ListedProduct } from '../../../api/products.ts'
import { isSameBarcode, isSameCode } from '../../goods/scan-text.ts'
import { NoPicture, shrinkPicture } from './shrink-picture.ts'

/** What a picture is of: a product, or one variant of it. */
export interface PictureTarget {
  readonly product: ListedProduct
  readonly variant: ListedProduct['variants'][number] | undefined
}

/** What is known of a file: whose picture it is, and what became of it. */
export interface PictureFile {
  readonly name: string
  readonly file: File
  /** As it is shown here, straight from the disk. */
  readonly source: string
  target: PictureTarget | undefined
  state: 'looking' | 'found' | 'none' | 'taken' | 'keeping' | 'kept' | 'unreadable' | 'failed'
  /** Why it failed. */
  fault: string | undefined
}

export interface PictureFiles {
  readonly files: readonly PictureFile[]
  readonly step: ComputedRef<'choosing' | 'looking' | 'looked' | 'keeping' | 'done'>
  /** How many are still to be kept: those that a product was found for. */
  readonly ready: ComputedRef<number>
  readonly kept: ComputedRef<number>
  choose: (chosen: readonly File[]) => Promise<void>
  /** Gives each product its picture, one after the other; what fails may be tried again. */
  keepAll: () => Promise<void>
  /** Ends what is under way; what is kept stays, and of files those that were looked up. */
  stop: () => void
}

/** Pictures that are named by the codes of their products, for many products at once. */
export function usePictureFiles(faultText: (error: unknown) => string): PictureFiles {
  const files = shallowReactive<PictureFile[]>([])
  const running = shallowRef<AbortController>()
  const isKeeping = shallowRef(false)

  const count = (...states: PictureFile['state'][]): number =>
    files.filter(({ state }) => states.includes(state)).length
  const ready = computed(() => count('found', 'keeping', 'failed'))
  const kept = computed(() => count('kept'))

  function end(): void {
    running.value?.abort()
    running.value = undefined
  }
  function forget(some: readonly PictureFile[] = files): void {
    for (const { source } of some) URL.revokeObjectURL(source)
    files.splice(0, files.length, ...files.filter((one) => !some.includes(one)))
  }
  function stop(): void {
    end()
    forget(files.filter(({ state }) => state === 'looking'))
  }
  onScopeDispose(() => {
    end()
    forget()
  })

  /** Does something with each of some files in turn, until it is stopped. */
  async function each(
    some: readonly PictureFile[],
    work: (one: PictureFile, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    end()
    const mine = new AbortController()
    running.value = mine
    for (const one of some) {
      if (mine.signal.aborted) return
      await work(one, mine.signal)
    }
    if (running.value === mine) running.value = undefined
  }

  async function choose(chosen: readonly File[]): Promise<void> {
    end()
    forget()
    isKeeping.value = false
    // Of two of one thing it is the first that counts: `MUG-1` before `MUG-1-2`.
    const named = chosen.toSorted((a, b) =>
      codeOf(a.name).localeCompare(codeOf(b.name), undefined, { numeric: true }),
    )
    for (const file of named) {
      const source = URL.createObjectURL(file)
      const { name } = file
      files.push(
        shallowReactive({ name, file, source, target: undefined, state: 'looking', fault: undefined }),
      )
    }
    const taken = new Set<string>()
    await each([...files], async (one, signal) => {
      try {
        const target = await patiently(async () => findTarget(codeOf(one.name), signal))
        one.target = target
        const id = target?.variant?.id ?? target?.product.id
        if (id === undefined) one.state = 'none'
        else one.state = taken.has(id) ? 'taken' : 'found'
        if (id !== undefined) taken.add(id)
      } catch (failure) {
        if (signal.aborted) return
        one.state = 'none'
        one.fault = faultText(failure)
      }
    })
  }

  async function keepAll(): Promise<void> {
    const by = whoBegins()
    isKeeping.value = true
    const waiting = files.filter(({ state }) => state === 'found' || state === 'failed')
    await each(waiting, async (one) => {
      const { file, target } = one
      if (!target) return
      Object.assign(one, { state: 'keeping', fault: undefined })
      try {
        const small = await shrinkPicture(file)
        // Twice is as good as once: a picture is kept once, and a product that has it does not change.
        await patiently(async () => {
          await goOnFor(by)
          const imageUrl = await keepImage(small)
          await goOnFor(by)
          await showImage(target.product, imageUrl, target.variant?.variantSku ?? undefined)
        })
        one.state = 'kept'
      } catch (failure) {
        one.state = failure instanceof NoPicture ? 'unreadable' : 'failed'
        one.fault = failure instanceof NoPicture ? undefined : faultText(failure)
        // Whoever is at the desk now may go on with the others.
        if (isBegunByAnother(failure)) stop()
      }
    })
  }

  const step = computed(() => {
    if (files.length === 0) return 'choosing'
    if (running.value) return isKeeping.value ? 'keeping' : 'looking'
    return isKeeping.value && ready.value === 0 ? 'done' : 'looked'
  })
  return { files, step, ready, kept, choose, keepAll, stop }
}

/** `MUG-1.jpg` is a picture of MUG-1. Some systems write letters with their accents apart. */
const codeOf = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .trim()
    .normalize()

/** How many of those that a code finds are looked at together: it may be a word of the names of many. */
const AT_ONCE = 100

/** What has a code: a product as its sku, or a variant as its sku or a barcode. One that is alone is its product. */
async function findTarget(code: string, signal: AbortSignal): Promise<PictureTarget | undefined> {
  if (code === '') return undefined
  const isCode = (text: string | null): boolean => isSameCode(text, code)
  const targetIn = (product: ListedProduct): PictureTarget | undefined => {
    if (isCode(product.sku)) return { product, variant: undefined }
    const variant = product.variants.find(
      ({ barcodes, variantSku }) =>
        isCode(variantSku) || barcodes.some((barcode) => isCode(barcode) || isSameBarcode(barcode, code)),
    )
    return variant && { product, variant: product.variants.length > 1 ? variant : undefined }
  }
  let nextPagingToken: string | null | undefined
  do {
    const query = { search: code, maxItems: AT_ONCE, ...(nextPagingToken && { nextPagingToken }) }
    const page = await listManagedProducts(query, signal)
    for (const product of page.products) {
      const target = targetIn(product)
      if (target) return target
    }
    ;({ nextPagingToken } = page)
  } while (nextPagingToken !== null)
  return undefined
}
