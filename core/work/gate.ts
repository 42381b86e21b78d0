/** Open until either of two threads has gone through it: whoever ends a piece of work, or the work when it may not be ended. */
export type Gate = SharedArrayBuffer

const OPEN = 0
const ENDED = 1
const PASSED = 2

export const newGate = (): Gate => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** Closes it before whoever wants to pass. @returns false where they have passed before */
export const closeGate = (gate: Gate): boolean =>
  Atomics.compareExchange(new Int32Array(gate), 0, OPEN, ENDED) !== PASSED

/** Passes it, as often as one likes. @throws where it was closed before */
export function passGate(gate: Gate): void {
  if (Atomics.compareExchange(new Int32Array(gate), 0, OPEN, PASSED) === ENDED)
    throw new Error('The work was ended.')
}
