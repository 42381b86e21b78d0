import type { Locator, Page } from 'playwright'

/**
 * Texts that are not seen whole, however one scrolls: cut by the box that they stand in, or beyond what that can be scrolled
 * to. What is for screen readers alone is not meant to be seen.
 */
export const cutTexts = async (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
    const isForReaders = (element: HTMLElement | null): boolean => {
      if (!element) return false
      const style = getComputedStyle(element)
      const clips = [style.getPropertyValue('clip'), style.clipPath]
      return clips.join() !== 'auto,none' || isForReaders(element.parentElement)
    }
    const isSeen = (element: HTMLElement): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"]') &&
      !isForReaders(element)
    const ownText = (element: HTMLElement): string =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
        .join('')
    const isCut = (element: HTMLElement): boolean => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const text = range.getBoundingClientRect()
      for (let box: HTMLElement | null = element; box; box = box.parentElement) {
        const { overflowX, overflowY, display, position } = getComputedStyle(box)
        if (overflowX === 'auto' || overflowX === 'scroll') return false
        if (display === 'inline') continue
        const { left, right, top, bottom } = box.getBoundingClientRect()
        if (hides(overflowX) && (text.right > right + 1 || text.left < left - 1)) return true
        // What lies open within a box that scrolls up and down is come to; a text of so many lines is not.
        if (box === element && hides(overflowY) && (text.bottom > bottom + 2 || text.top < top - 2))
          return true
        if (position === 'fixed') break
      }
      return text.right > innerWidth + 1 || text.left < -1
    }
    return [
      ...document.querySelectorAll<HTMLElement>(
        '#app *, [role="dialog"] *, [role="listbox"] *, [role="menu"] *',
      ),
    ]
      .filter((element) => ownText(element) !== '' && isSeen(element) && isCut(element))
      .map((element) => ownText(element).slice(0, 80))
  })

/**
 * What is no address, id or name written without spaces: those may be broken, and so may what is longer than columns are made
 * for. Japanese may be broken anywhere, behind its commas, too.
 */
const PLAIN_WORD =
  /(?<!\S)[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef@/_-]{1,18}(?!\S)/gu
/** Words between the hyphens of a sku, too. */
export const WORD_OR_PART = /[\p{Script=Latin}\d]+/gu

/** Words and figures in these elements that stand on two lines, because the box has no room for them. */
export const brokenWords = async (elements: Locator, words = PLAIN_WORD): Promise<string[]> =>
  elements.evaluateAll((all, pattern) => {
    const linesOf = (text: Node, start: number, end: number): number => {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, end)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    return all.flatMap((element) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(pattern))
          if (linesOf(text, index, index + word.length) > 1) broken.push(word)
      }
      return broken
    })
  }, words)
