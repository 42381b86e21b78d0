import { crc32 } from 'node:zlib'

/** What a pixel is: the number of a colour of the palette, or red, green and blue; eight bits each. */
const COLOUR_TYPES = { palette: 3, rgb: 2 } as const

/**
 * A square PNG.
 * @param side its width and height in pixels
 * @param chunks what is in it between its header and its end, such as `IDAT`
 */
export function pngOf(
  side: number,
  pixels: keyof typeof COLOUR_TYPES,
  chunks: readonly (readonly [type: string, data: Buffer])[],
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, COLOUR_TYPES[pixels]], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    ...chunks.map(([type, data]) => chunkOf(type, data)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** A part of a PNG: its length, type and data, and a checksum. */
function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
