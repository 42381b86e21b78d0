/** A drawing without its colours: at most 256, each of which is a mixture of the parts of a scheme. */
export interface Drawing {
  /** Three bytes a colour, in base64: how much of it is the body, the dark and the light; the rest to 255 is the ground. */
  readonly mixtures: string
  /** Which colour each pixel has, row by row, as PNG compresses it, in base64. */
  readonly pixels: string
}

/** Width and height of all drawings, in pixels. */
export const SIDE = 192
