import { crc32 } from 'node:zlib'
import { SIDE } from './drawing.ts'
import { drawings, type DrawingName } from './drawings.ts'
import { schemeOf, type Scheme, type Shade } from './shades.ts'

/** Draws goods in a colour. @returns a PNG, the same for the same */
export function drawGoods(name: DrawingName, shade: Shade): Buffer {
  const { mixtures, pixels } = drawings[name]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  // A palette, eight bits for each pixel.
  header.writeUInt8(8, 8)
  header.writeUInt8(3, 9)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', paletteOf(Buffer.from(mixtures, 'base64'), schemeOf(shade))),
    chunk('IDAT', Buffer.from(pixels, 'base64')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function paletteOf(mixtures: Buffer, { body, dark, light, ground }: Scheme): Buffer {
  const palette = Buffer.alloc(mixtures.length)
  for (let at = 0; at < mixtures.length; at += 3) {
    const parts = [mixtures.readUInt8(at), mixtures.readUInt8(at + 1), mixtures.readUInt8(at + 2)] as const
    const rest = 255 - parts[0] - parts[1] - parts[2]
    const channel = (index: 0 | 1 | 2): number =>
      (body[index] * parts[0] + dark[index] * parts[1] + light[index] * parts[2] + ground[index] * rest) / 255
    for (const index of [0, 1, 2] as const) palette.writeUInt8(Math.round(channel(index)), at + index)
  }
  return palette
}

/** A part of a PNG: its length, type and data, and a checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
