import type { CDPSession, Page } from 'playwright'

export interface ScanPace {
  /** Milliseconds from key to key; wired scanners need 1 to 10, slow ones 50. */
  readonly gap?: number
  /** What ends a scan. */
  readonly end?: 'Enter' | 'Tab'
}

/** A scanner in front of the page: a keyboard with a clock of its own, which no busy machine slows down. */
export class Scanner {
  readonly #keyboard: CDPSession
  #time = 0

  private constructor(keyboard: CDPSession) {
    this.#keyboard = keyboard
  }

  static async at(page: Page): Promise<Scanner> {
    return new Scanner(await page.context().newCDPSession(page))
  }

  /** Types a code into whatever has the focus, the keys in the order and at the times that a scanner sends them. */
  readonly scan = async (code: string, { gap = 4, end = 'Enter' }: ScanPace = {}): Promise<void> => {
    // The pause since the scan before, as long as it takes to aim.
    this.#time = Math.max(this.#time + 400, Date.now())
    const keys = Array.from(code, (character) => ({ key: character, text: character }))
    const last = end === 'Enter' ? { key: end, code: end, text: '\r' } : { key: end, code: end }
    await Promise.all([...keys, last].flatMap((key) => this.#press(key, (this.#time += gap))))
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
