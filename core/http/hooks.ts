import type { FastifyReply, HookHandlerDoneFunction } from 'fastify'

/**
 * Ends a hook that only sometimes has something to wait for: an asynchronous one would make every request wait.
 * @param work may have answered the request itself
 */
export function goOn(work: Promise<void>, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  work.then(() => {
    if (!reply.sent) done()
  }, done)
}
