/**
 * Reads an option of a tool.
 * @param name as it is typed, such as `--seconds`
 * @returns undefined where it is not there
 * @throws where it is no whole number, or less than the least
 */
export function wholeNumber(name: string, text: string, least?: number): number
export function wholeNumber(name: string, text: string | undefined, least?: number): number | undefined
export function wholeNumber(name: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
  throw new Error(`${name} must be a whole number, at least ${least}.`)
}
