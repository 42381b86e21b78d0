/** Whether a text is a whole GUID, in any spelling the API takes. */
export function isGuid(text: string): boolean {
  return /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(text.trim())
}
