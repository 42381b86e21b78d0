/** How many times as much a long run does (`npm run soak`) as the tests of every day. */
const TIMES = Number(process.env['TEST_ROUNDS'] ?? 1)

/** So many rounds of something that takes long, and as many times more in a long run. */
export const rounds = (few: number): number => few * TIMES
