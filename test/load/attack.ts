import type { Tally } from './tally.ts'

/** The core as an attacker knows it; the store and its token are real ones. */
export interface Target {
  readonly host: string
  readonly port: number
  readonly token: string
  readonly cultureCode: string
  readonly currency: string
  readonly priceGroupId: string
}

/** One way to be a burden. Runs until the signal and notes what became of each attempt. */
export interface Attack {
  readonly name: string
  readonly title: string
  run(target: Target, tally: Tally, signal: AbortSignal): Promise<void>
}
