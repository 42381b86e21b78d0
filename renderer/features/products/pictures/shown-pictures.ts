import { shallowRef, watch, type ShallowRef } from 'vue'
import { patiently } from '../../../api/connection.ts'
import { isOwnImage, loadImage } from '../../../api/images.ts'

/** Pictures that this page holds; the oldest give way. */
const MAX_HELD = 500

/** What pictures are shown by, by their addresses. */
const held = new Map<string, Promise<string | undefined>>()

/**
 * What an `img` shows a picture by, which it may not ask for itself: it has no token.
 * @returns undefined for none of the shop's own, until it is there, and where it cannot be had
 */
export function useShownPicture(
  imageUrl: () => string | null | undefined,
): Readonly<ShallowRef<string | undefined>> {
  const source = shallowRef<string>()
  watch(
    imageUrl,
    async (wanted) => {
      const found = isOwnImage(wanted) ? await shownBy(wanted) : undefined
      if (wanted === imageUrl()) source.value = found
    },
    { immediate: true },
  )
  return source
}

function shownBy(imageUrl: string): Promise<string | undefined> {
  const known = held.get(imageUrl)
  // Asked for again, it is not the oldest any more.
  held.delete(imageUrl)
  const source = known ?? load(imageUrl)
  held.set(imageUrl, source)
  if (held.size > MAX_HELD) void giveWay()
  return source
}

async function load(imageUrl: string): Promise<string | undefined> {
  try {
    return URL.createObjectURL(await patiently(async () => loadImage(imageUrl)))
  } catch {
    // It is tried again when it is to be shown again.
    held.delete(imageUrl)
    return undefined
  }
}

async function giveWay(): Promise<void> {
  const [oldest] = held
  if (!oldest) return
  const [imageUrl, source] = oldest
  held.delete(imageUrl)
  const address = await source
  if (address !== undefined) URL.revokeObjectURL(address)
}
