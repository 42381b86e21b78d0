/** What the model says of an answer where it does not know the value itself. */
export class Like {
  readonly text: string
  readonly accepts: (actual: unknown) => boolean

  constructor(text: string, accepts: (actual: unknown) => boolean) {
    this.text = text
    this.accepts = accepts
  }
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const anyId = new Like('an id', (actual) => typeof actual === 'string' && guid.test(actual))
export const anyText = new Like('a text', (actual) => typeof actual === 'string')
export const anything = new Like('anything', () => true)

/** An object with these fields among others. */
export const having = (fields: Readonly<Record<string, unknown>>): Like =>
  new Like(JSON.stringify(fields), (actual) => {
    if (typeof actual !== 'object' || actual === null) return false
    return Object.entries(fields).every(
      ([name, value]) => difference(value, (actual as Record<string, unknown>)[name]) === undefined,
    )
  })

/** Where an answer is not what the model says; undefined where it is. */
export function difference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (expected instanceof Like) {
    return expected.accepts(actual) ? undefined : say(path, expected.text, actual)
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return say(path, `${expected.length} entries`, actual)
    }
    return first(expected.keys(), (index) => difference(expected[index], actual[index], `${path}[${index}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return say(path, 'an object', actual)
    const [wanted, given] = [expected as Record<string, unknown>, actual as Record<string, unknown>]
    return first(new Set([...Object.keys(wanted), ...Object.keys(given)]), (name) =>
      difference(wanted[name], given[name], path === '' ? name : `${path}.${name}`),
    )
  }
  return Object.is(expected, actual)
    ? undefined
    : say(path, expected === undefined ? 'nothing' : JSON.stringify(expected), actual)
}

function first<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const say = (path: string, expected: string, actual: unknown): string =>
  `${path || 'the answer'}: ${actual === undefined ? 'nothing' : JSON.stringify(actual)} instead of ${expected}`
