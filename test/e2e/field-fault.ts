import type { Locator } from 'playwright'

/** What a field marked as wrong is described with, as a screen reader has it; empty where it is not marked. */
export const faultAt = async (field: Locator): Promise<string> =>
  field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return ''
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids
      .map((id) => document.getElementById(id)?.textContent.trim() ?? '')
      .join(' ')
      .trim()
  })
