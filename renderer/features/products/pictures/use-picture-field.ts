import { computed, type ComputedRef, type Ref } from 'vue'
import { patiently } from '../../../api/connection.ts'
import { isOwnImage, keepImage } from '../../../api/images.ts'
import { useTexts } from '../../../i18n/index.ts'
import { faultLines } from '../../../ui/fault-text.ts'
import { useFaults } from '../../../ui/use-faults.ts'
import type { ProductFields } from '../product-fields.ts'
import { NoPicture, shrinkPicture } from './shrink-picture.ts'
import { useShownPicture } from './shown-pictures.ts'

/** A field of a product's form that holds the address of a picture. */
export interface PictureField {
  readonly address: ComputedRef<string>
  /** Whether the picture lies in the shop's own data. */
  readonly isOwn: ComputedRef<boolean>
  /** What an `img` shows it by. */
  readonly source: Readonly<Ref<string | undefined>>
  readonly isBusy: Readonly<Ref<boolean>>
  /** What is wrong with what was chosen, or stands there, in words. */
  readonly fault: ComputedRef<string | undefined>
  /** Keeps a picture, which is the product's with the next save, as everything that is typed. */
  keep: (file: Blob) => Promise<void>
  /** The same of what was chosen in a field for files. */
  picked: (event: Event) => Promise<void>
  remove: () => void
}

export function usePictureField(
  fields: () => ProductFields,
  field: () => string,
  isFixed: () => boolean,
): PictureField {
  const { t } = useTexts()
  const faults = useFaults()
  const address = computed(() => fields().get(field()))

  async function keep(file: Blob): Promise<void> {
    if (isFixed() || faults.isBusy.value) return
    await fields().bring(field(), store(file))
  }

  /** @returns its address; undefined where it cannot be had, which is told then */
  async function store(file: Blob): Promise<string | undefined> {
    let kept: string | undefined
    await faults.run(async () => {
      const small = await shrinkPicture(file).catch((failure: unknown) => {
        if (!(failure instanceof NoPicture)) throw failure
        faults.setLocal({ imageUrl: t('product.noPicture') })
      })
      if (!small) return
      kept = await patiently(async () => keepImage(small))
    })
    return kept
  }

  async function picked({ target }: Event): Promise<void> {
    const input = target as HTMLInputElement
    const [file] = input.files ?? []
    // The same may be chosen again.
    if (file) await keep(file).finally(() => (input.value = ''))
  }

  return {
    address,
    isOwn: computed(() => isOwnImage(address.value)),
    source: useShownPicture(() => address.value),
    isBusy: faults.isBusy,
    fault: computed(() => {
      const { value: refused } = faults.elsewhere
      return faults.at('imageUrl') ?? (refused && faultLines(refused, t)[0]) ?? fields().faultAt(field())
    }),
    keep,
    picked,
    remove: () => fields().set(field(), ''),
  }
}
