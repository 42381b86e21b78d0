import { SIDE } from './drawing.ts'
import { drawings, type DrawingName } from './drawings.ts'
import { pngOf } from './png.ts'
import { schemeOf, type Scheme, type Shade } from './shades.ts'

/** Draws goods in a colour. @returns a PNG, the same for the same */
export function drawGoods(name: DrawingName, shade: Shade): Buffer {
  const { mixtures, pixels } = drawings[name]
  return pngOf(SIDE, 'palette', [
    ['PLTE', paletteOf(Buffer.from(mixtures, 'base64'), schemeOf(shade))],
    ['IDAT', Buffer.from(pixels, 'base64')],
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
