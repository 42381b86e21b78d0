const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/**
 * Whether JSON holds lists and objects inside of each other, more than so many. It need not be valid.
 * @param most so many it may hold in all; where there are more it is `crowded`
 */
export function faultOfNesting(json: Buffer, levels: number, most: number): 'deep' | 'crowded' | undefined {
  // Every level has a beginning and an end.
  if (json.length <= 2 * levels) return undefined
  let depth = 0
  let all = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      all++
      depth++
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (depth > levels) return 'deep'
    if (all > most) return 'crowded'
  }
  return undefined
}

/** Where the text ends that begins here: at the next quote that no backslash stands before. */
function endOfText(json: Buffer, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === BACKSLASH) at++
    else if (json[at] === QUOTE) return at
  }
  return json.length
}
