/**
 * Of the faults of a form that were told, those that are there still: what is mended is at fault no more, and of nothing
 * else is said what it lacks before it is saved.
 * @param now the faults of what stands in the form now
 */
export const leftFaults = <Fault>(
  told: Readonly<Record<string, Fault>>,
  now: () => Readonly<Record<string, Fault>>,
): Readonly<Record<string, Fault>> =>
  Object.keys(told).length === 0
    ? told
    : Object.fromEntries(Object.entries(now()).filter(([field]) => field in told))
