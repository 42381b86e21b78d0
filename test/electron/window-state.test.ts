import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeDisplay, placeWindow, type Bounds } from '../../electron/window-state.ts'

const laptop: Bounds = { x: 0, y: 25, width: 1440, height: 875 }
const beside: Bounds = { x: 1440, y: 0, width: 2560, height: 1400 }
const saved = (bounds: Bounds, maximized = false) => ({ bounds, maximized })

test('the first window is in the middle of the primary screen', () => {
  expect(placeWindow(undefined, [beside, laptop])).toEqual({
    bounds: { x: 1440 + 600, y: 270, width: 1360, height: 860 },
    maximized: false,
  })
})

test('a window on a second screen stays there', () => {
  const state = saved({ x: 2000, y: 200, width: 1200, height: 800 }, true)

  expect(placeWindow(state, [laptop, beside])).toEqual(state)
})

test('a window whose screen is gone returns to the primary one, maximised if it was', () => {
  const state = saved({ x: 2000, y: 200, width: 1200, height: 800 }, true)

  expect(placeWindow(state, [laptop])).toEqual({
    bounds: { x: 40, y: 33, width: 1360, height: 860 },
    maximized: true,
  })
})

test('a window whose title bar cannot be reached counts as lost', () => {
  for (const lost of [
    { x: 100, y: -300, width: 1200, height: 800 },
    { x: 1400, y: 100, width: 1200, height: 800 },
    { x: 100, y: 890, width: 1200, height: 800 },
  ]) {
    expect(placeWindow(saved(lost), [laptop]).bounds).toEqual({ x: 40, y: 33, width: 1360, height: 860 })
  }
})

test('a window larger than its screen is made to fit', () => {
  expect(placeWindow(saved({ x: 0, y: 25, width: 4000, height: 3000 }), [laptop]).bounds).toEqual(laptop)
})

test.each([
  ['nothing', null],
  ['a text', 'maximized'],
  ['no bounds', { maximized: true }],
  ['bounds that are no numbers', { bounds: { x: '0', y: 0, width: 1, height: 1 }, maximized: false }],
  ['endless bounds', { bounds: { x: 0, y: 0, width: Infinity, height: 1 }, maximized: false }],
])('%s is no state', (_name, value) => {
  expect(placeWindow(value, [laptop])).toEqual(placeWindow(undefined, [laptop]))
})

test('whatever was saved, the title bar is in reach on some screen', () => {
  const coordinate = fc.integer({ min: -10_000, max: 10_000 })
  const bounds = fc.record({ x: coordinate, y: coordinate, width: coordinate, height: coordinate })
  const screens = [laptop, beside] as const
  fc.assert(
    fc.property(bounds, fc.boolean(), (place, maximized) => {
      const { x, y, width } = placeWindow({ bounds: place, maximized }, screens).bounds
      return screens.some(
        (area) => y >= area.y && y < area.y + area.height && x < area.x + area.width && x + width > area.x,
      )
    }),
  )
})

test('a customer display fills another screen than the console’s, whichever that is on', () => {
  const onLaptop = { x: 100, y: 100, width: 1200, height: 700 }
  const onOther = { x: 1600, y: 100, width: 1200, height: 700 }
  expect(placeDisplay(onLaptop, [laptop, beside])).toEqual({ bounds: beside, isFull: true })
  expect(placeDisplay(onOther, [laptop, beside])).toEqual({ bounds: laptop, isFull: true })
  expect(placeDisplay(undefined, [laptop, beside])).toEqual({ bounds: beside, isFull: true })
})

test('a customer display on the only screen is a window in the middle of it', () => {
  const bounds = { x: 240, y: 25 + Math.round((875 - 720) / 2), width: 960, height: 720 }
  expect(placeDisplay({ x: 0, y: 25, width: 900, height: 600 }, [laptop])).toEqual({ bounds, isFull: false })
})
