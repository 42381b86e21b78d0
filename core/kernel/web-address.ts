/** The address of the web that a text is; undefined where it is none. */
export function webAddress(text: string | null): URL | undefined {
  const url = text === null ? null : URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined
}
