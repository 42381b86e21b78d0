import { test } from 'vitest'
import { isRunWhole } from '../support/rounds.ts'

/**
 * A test of a mishap among those of the feature whose shop and steps it has: as those in `mishaps` it runs where everything
 * does. What would pay twice, sell unseen or lose goods keeps one of its kind for every day, and that is a `test`.
 */
export const mishap = test.runIf(isRunWhole)
