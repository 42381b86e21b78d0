/** How many times as much a long run does (`npm run soak`) as the tests of every day. */
const TIMES = Number(process.env['TEST_ROUNDS'] ?? 1)

/** So many rounds of something that takes long, and as many times more in a long run. */
export const rounds = (few: number): number => few * TIMES

/**
 * Whether sweeps are whole, as in a long run: every stop of the keyboard, every look of a screen. Else they
 * take each kind of stop, and looks in which each pair of theme, language and size occurs.
 */
export const isSweepWhole = process.env['TEST_SWEEPS'] === 'whole'

/**
 * Whether everything runs (`npm run test:all`), and not the tests of every day (`vitest.config.ts`): all of the browser's
 * and the desktop's, those that start and kill processes, and on PostgreSQL all of the core's tests that are not about files.
 */
export const isRunWhole = process.env['TEST_RUN'] === 'whole'

/** How many of what takes long and is much alike: all where everything runs, and a few of them every day. */
export const ofWhole = (all: number, few: number): number => (isRunWhole ? all : few)
