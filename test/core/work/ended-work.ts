import { syncBuiltinESMExports } from 'node:module'
import threads, { type WorkerOptions } from 'node:worker_threads'
import type { Order } from '../../../core/work/worker.ts'
import { WORKER } from '../../support/main.ts'

/** Ends work as soon as its thread is loading what is native of it: what ends this process with it ends no test. */
const TIMES = 80
/** Of a thread that is loading. */
const UNDER_WAY = 1

let begun: Int32Array | undefined
class Watched extends threads.Worker {
  constructor(_url: URL, options: WorkerOptions) {
    super(WORKER, options)
    begun = new Int32Array((options.workerData as Order).loading)
  }
}
threads.Worker = Watched
syncBuiltinESMExports()
const { createLongWork } = await import('../../../core/work/long-work.ts')

const [dataDir = ''] = process.argv.slice(2)
for (let time = 0; time < TIMES; time++) {
  const work = createLongWork()
  const ending = new AbortController()
  const ended = work.run('checkPages', { dataDir }, { signal: ending.signal }).catch(String)
  // Nothing else is soon enough: it takes less than a millisecond, and is broken off a moment after.
  while (begun && Atomics.load(begun, 0) < UNDER_WAY);
  const until = performance.now() + (time % 10) * 0.05
  while (performance.now() < until);
  if (time % 2 === 0) ending.abort()
  else await work.close()
  await ended
}
process.stdout.write('ended')
