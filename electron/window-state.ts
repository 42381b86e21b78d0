/** A rectangle on the desktop, in device-independent pixels. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the window was when it was closed: kept across runs. */
export interface WindowState {
  readonly bounds: Bounds
  readonly maximized: boolean
}

export const MIN_SIZE = { width: 900, height: 600 } as const
const FIRST_SIZE = { width: 1360, height: 860 } as const
/** So much of the title bar must be in reach, or the window counts as lost. */
const REACHABLE = { width: 120, height: 40 } as const

/**
 * Where to open the window now.
 * @param saved the state as it was read back; anything that is not one is ignored
 * @param screens the work areas of the screens that exist now, the primary one first
 */
export function placeWindow(saved: unknown, screens: readonly [Bounds, ...Bounds[]]): WindowState {
  const state = isWindowState(saved) ? saved : undefined
  const bounds =
    state && screens.map((area) => fitted(state.bounds, area)).find((place) => place !== undefined)
  return { bounds: bounds ?? centred(screens[0]), maximized: state?.maximized ?? false }
}

const DISPLAY_SIZE = { width: 960, height: 720 } as const

/**
 * Where a customer display opens: on another screen than the console, which it fills, else in the middle of the only one.
 * @param beside the console's window, as far as it is known
 * @param screens the work areas of the screens that exist now, the primary one first
 */
export function placeDisplay(
  beside: Bounds | undefined,
  screens: readonly Bounds[],
): { readonly bounds: Bounds; readonly isFull: boolean } {
  const [primary = { x: 0, y: 0, ...DISPLAY_SIZE }] = screens
  const own = (beside && screens.find((area) => isTitleReachable(beside, area))) ?? primary
  const other = screens.find((area) => area !== own)
  return { bounds: other ?? centred(own, DISPLAY_SIZE), isFull: other !== undefined }
}

/** The bounds no larger than the screen, or undefined where its title bar would then be out of reach there. */
function fitted(bounds: Bounds, area: Bounds): Bounds | undefined {
  const width = within(bounds.width, MIN_SIZE.width, area.width)
  const height = within(bounds.height, MIN_SIZE.height, area.height)
  const place = { ...bounds, width, height }
  return isTitleReachable(place, area) ? place : undefined
}

function isTitleReachable(bounds: Bounds, area: Bounds): boolean {
  const visible = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const isBelowTop = bounds.y >= area.y
  return visible >= REACHABLE.width && isBelowTop && bounds.y + REACHABLE.height <= area.y + area.height
}

function centred(area: Bounds, size: Pick<Bounds, 'width' | 'height'> = FIRST_SIZE): Bounds {
  const width = Math.min(size.width, area.width)
  const height = Math.min(size.height, area.height)
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  }
}

/** The largest wins over the smallest: a screen may be smaller than the window should be. */
const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

function isWindowState(value: unknown): value is WindowState {
  if (typeof value !== 'object' || value === null) return false
  const { bounds, maximized } = value as Partial<Record<keyof WindowState, unknown>>
  if (typeof bounds !== 'object' || bounds === null || typeof maximized !== 'boolean') return false
  const numbers = bounds as Partial<Record<keyof Bounds, unknown>>
  return (['x', 'y', 'width', 'height'] as const).every((key) => Number.isInteger(numbers[key]))
}
