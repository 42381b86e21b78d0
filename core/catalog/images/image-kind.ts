/** The pictures that every browser shows, and that hold no scripts. */
export type ImageKind = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif'

export const IMAGE_KINDS: readonly ImageKind[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
]

/** What a picture is by its first bytes, whatever it is called; undefined where it is none that is shown. */
export function imageKind(bytes: Buffer): ImageKind | undefined {
  const at = (start: number, length: number): string => bytes.toString('latin1', start, start + length)
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP') return 'image/webp'
  if (['GIF87a', 'GIF89a'].includes(at(0, 6))) return 'image/gif'
  if (at(4, 4) === 'ftyp' && ['avif', 'avis'].includes(at(8, 4))) return 'image/avif'
  return undefined
}
