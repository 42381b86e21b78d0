import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'

export interface ScanPace {
  /** Milliseconds from key to key; wired scanners need 1 to 10, slow ones 50. */
  readonly gap?: number
  /** What ends a scan. */
  readonly end?: 'Enter' | 'Tab'
}

/** What it takes to aim: nobody types and scans at once. */
const AIM_MS = 400

/** A scanner in front of the page: a keyboard with a clock of its own, which no busy machine slows down. */
export class Scanner {
  readonly #keyboard: CDPSession

  private constructor(keyboard: CDPSession) {
    this.#keyboard = keyboard
  }

  static async at(page: Page): Promise<Scanner> {
    return new Scanner(await page.context().newCDPSession(page))
  }

  /** Types a code into whatever has the focus, the keys in the order and at the times that a scanner sends them. */
  readonly scan = async (code: string, { gap = 4, end = 'Enter' }: ScanPace = {}): Promise<void> => {
    // Its keys come when all of them are read: what answers its end is behind it by its own clock, too.
    const reading = gap * (code.length + 1)
    await setTimeout(AIM_MS + reading)
    let time = Date.now() - reading
    const keys = Array.from(code, (character) => ({ key: character, text: character }))
    const last = end === 'Enter' ? { key: end, code: end, text: '\r' } : { key: end, code: end }
    await Promise.all([...keys, last].flatMap((key) => this.#press(key, (time += gap))))
  }

  #press(key: { key: string; code?: string; text?: string }, time: number): Promise<unknown>[] {
    const timestamp = time / 1000
    const codes = key.code === undefined ? {} : { windowsVirtualKeyCode: key.code === 'Enter' ? 13 : 9 }
    return [
      this.#keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key, ...codes }),
      this.#keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key, ...codes }),
    ]
  }
}
