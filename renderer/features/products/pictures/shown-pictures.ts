import { patiently } from '../../../api/connection.ts'
import { isOwnImage, loadImage } from '../../../api/images.ts'

/** Pictures that this page holds; the oldest give way. */
const MAX_HELD = 500

/** What pictures are shown by, by their addresses. */
const held = new Map<string, Promise<string | undefined>>()

/**
 * What an `img` shows a picture of the shop's own by, which it may not ask for itself: it has no token. Undefined where it
 * cannot be had.
 */
export function shownBy(imageUrl: string): Promise<string | undefined> {
  const known = held.get(imageUrl)
  // Asked for again, it is not the oldest any more.
  held.delete(imageUrl)
  const source = known ?? load(imageUrl)
  held.set(imageUrl, source)
  if (held.size > MAX_HELD) void giveWay()
  return source
}

async function load(imageUrl: string): Promise<string | undefined> {
  if (!isOwnImage(imageUrl)) return undefined
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
