import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** Milliseconds: how finely delays are measured, how long one is remembered, and which is worth a line in the log. */
const RESOLUTION = 50
const WINDOW = 1000
const WARNING = 250

/**
 * Watches how long the event loop is kept from going round, and warns in the log when it gets too long.
 * @returns the longest delay of about the last second, in milliseconds
 */
export function watchLoopDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
  let before = 0
  let isLong = false
  // What is recorded is the time between two looks.
  const longest = (): number => Math.max(0, histogram.max / 1e6 - RESOLUTION)
  const timer = setInterval(() => {
    before = longest()
    histogram.reset()
    if (before > WARNING && !isLong) app.log.warn({ delay: Math.round(before) }, 'event loop delayed (ms)')
    isLong = before > WARNING
  }, WINDOW).unref()

  histogram.enable()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    histogram.disable()
    done()
  })
  return () => Math.max(before, longest())
}
