const GUID = String.raw`[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}`
const WHOLE = new RegExp(`^\\{?${GUID}\\}?$`, 'i')
const ANYWHERE = new RegExp(GUID, 'i')

/** Whether a text is a whole GUID, in any spelling the API takes. */
export const isGuid = (text: string): boolean => WHOLE.test(text.trim())

/** Whether there is one in a text, with words around it. */
export const hasGuid = (text: string): boolean => ANYWHERE.test(text)

/** The first one in a text, as the API writes it. */
export function guidIn(text: string): string | undefined {
  const digits = ANYWHERE.exec(text)?.[0].replaceAll('-', '').toLowerCase()
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
