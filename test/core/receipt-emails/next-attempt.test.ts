import { describe, expect, it } from 'vitest'
import { nextAttempt, type ReceiptFault } from '../../../core/receipt-emails/next-attempt.ts'

const SINCE = new Date('2026-11-20T10:00:00.000Z')

/** The minutes at which it is tried by one fault after another, from when it was asked for. */
function triesBy(fault: ReceiptFault): number[] {
  const tries = []
  let now: Date | undefined = SINCE
  while (now && tries.length < 100) {
    tries.push((now.getTime() - SINCE.getTime()) / 60_000)
    now = nextAttempt(fault, tries.length, SINCE, now)
  }
  return tries
}

describe('when a receipt is tried again', () => {
  it.each([
    'busy',
    'login',
    'certificate',
    'encryption',
    'password',
    'not-set',
    // It may have been taken before the line broke.
    'silent',
    'closed',
  ] as const)('by %s: five times in an hour', (fault) => {
    expect(triesBy(fault)).toStrictEqual([0, 1, 6, 21, 61])
  })

  it.each(['recipient', 'sender', 'content', 'late', 'none'] as const)('by %s: never', (fault) => {
    expect(triesBy(fault)).toStrictEqual([0])
  })

  it.each(['unknown', 'refused', 'unreachable'] as const)('by %s: every hour besides, for a day', (fault) => {
    const tries = triesBy(fault)
    expect(tries.slice(0, 7)).toStrictEqual([0, 1, 6, 21, 61, 121, 181])
    expect(tries.at(-1)).toBe(23 * 60 + 1)
  })
})
