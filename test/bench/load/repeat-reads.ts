import type { Client } from './client.ts'

/**
 * Asks for some paths in turn and compares every answer, byte for byte, with the first one of its path.
 * @param check throws where a first answer is wrong
 */
export async function repeatReads(
  client: Client,
  paths: readonly string[],
  check: (answer: unknown, index: number) => void,
): Promise<(n: number) => Promise<void>> {
  const reads: { path: string; expected: Buffer }[] = []
  for (const [index, path] of paths.entries()) {
    const expected = await client.send('GET', path)
    check(JSON.parse(expected.toString()), index)
    reads.push({ path, expected })
  }
  return async (n) => {
    const read = reads[n % reads.length]
    if (!read) throw new Error('There is nothing to read.')
    const answer = await client.send('GET', read.path)
    if (!answer.equals(read.expected))
      throw new Error(`GET ${read.path} was answered differently than before.`)
  }
}
