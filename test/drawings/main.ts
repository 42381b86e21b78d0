import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright'
import { SIDE, type Drawing } from '../../core/demo/pictures/drawing.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { findChromium } from '../support/chromium.ts'
import { digestOf } from './digest.ts'

/** Makes the drawings of the demo shops' goods anew, after goods.svg was changed. `npm run drawings` */
const FOLDER = join(import.meta.dirname, '../../core/demo/pictures')
/** Of each part, so many steps are kept: edges stay smooth, and a drawing has some dozens of colours. */
const STEPS = 7

const sheet = await readFile(join(FOLDER, 'goods.svg'), 'utf8')
const names = [...sheet.matchAll(/<symbol id="([^"]+)"/g)].flatMap(([, name]) => name ?? [])
const browser = await launchBrowser(findChromium())
try {
  const page = await browser.newPage()
  await page.setContent(sheet)
  const lines = ["import type { Drawing } from './drawing.ts'", '']
  lines.push(
    `/** Made by \`npm run drawings\` of goods.svg, ${digestOf(sheet)}. */`,
    'export const drawings = {',
  )
  for (const name of names) {
    const { mixtures, pixels } = compress(await pixelsOf(page, name))
    lines.push(`  '${name}': {`, `    mixtures: '${mixtures}',`, `    pixels: '${pixels}',`, '  },')
  }
  lines.push('} satisfies Record<string, Drawing>', '', 'export type DrawingName = keyof typeof drawings', '')
  await writeFile(join(FOLDER, 'drawings.ts'), lines.join('\n'))
} finally {
  await browser.close()
}

/** Red, green and blue of every pixel: how much of it is the body, the dark and the light. */
async function pixelsOf(page: Page, name: string): Promise<number[]> {
  return page.evaluate(
    async ({ side, symbol }) => {
      const sheet = document.querySelector('svg')
      const drawn = sheet?.querySelector(`#${symbol}`)
      const style = sheet?.querySelector('style')
      if (!drawn || !style) throw new Error(`There is no ${symbol}.`)
      // With some air around it.
      const svg =
        `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="-6 -6 76 76">` +
        `${style.outerHTML}<rect class="o" x="-6" y="-6" width="76" height="76"/>${drawn.innerHTML}</svg>`
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
      await image.decode()
      const canvas = new OffscreenCanvas(side, side)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const data = context?.getImageData(0, 0, side, side).data ?? []
      return [...data].filter((_, index) => index % 4 < 3)
    },
    { side: SIDE, symbol: name },
  )
}

function compress(channels: readonly number[]): Drawing {
  const colours = new Map<string, number>()
  const mixtures: number[] = []
  const rows = Buffer.alloc((SIDE + 1) * SIDE)
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const mixture = channels.slice(pixel * 3, pixel * 3 + 3).map(inSteps)
    const key = mixture.join()
    const colour = colours.get(key) ?? colours.size
    if (colour === colours.size) mixtures.push(...mixture)
    colours.set(key, colour)
    // Each row begins with the number of its filter, which is none.
    rows[pixel + Math.floor(pixel / SIDE) + 1] = colour
  }
  return {
    mixtures: Buffer.from(mixtures).toString('base64'),
    pixels: deflateSync(rows, { level: 9 }).toString('base64'),
  }
}

/** Rounded down, so that the three are never more than the whole. */
function inSteps(channel: number): number {
  return Math.floor((Math.floor((channel * STEPS) / 254) / STEPS) * 255)
}
