/** Pixels, the longer side: sharp on a large screen, and a tenth of what it takes from a camera. */
const SIDE = 640
const QUALITY = 0.85

/** What was chosen is no picture that this browser can read. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture'
}

/**
 * A picture as it is kept: no larger than it is shown, and without what a camera has written into it, such as where it was
 * taken.
 * @throws NoPicture
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => Promise.reject(new NoPicture()))
  try {
    const share = Math.min(1, SIDE / Math.max(picture.width, picture.height))
    const [width, height] = [picture.width, picture.height].map((side) =>
      Math.max(1, Math.round(side * share)),
    )
    const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
    const context = canvas.getContext('2d')
    if (!context) throw new NoPicture()
    const draw = (): void => context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    draw()
    const small = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    if (small.type === 'image/webp') return small
    // A browser that cannot write it has written PNG, of which a photograph is too large; JPEG has nothing to see through.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    draw()
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
  } finally {
    picture.close()
  }
}
