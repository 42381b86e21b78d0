import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { pngOf } from '../../core/demo/pictures/png.ts'

/** A PNG that any browser shows: one colour, so many pixels wide and high. */
export function aPicture(colour = [...randomBytes(3)], size = 8): Buffer<ArrayBuffer> {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: size }, () => Buffer.from(colour))),
  ])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: size }, () => row)))
  return pngOf(size, 'rgb', [['IDAT', pixels]])
}
