import type { HookHandlerDoneFunction } from 'fastify'

/**
 * Ends a hook that only sometimes has something to wait for: an asynchronous one would make every request wait.
 * @param work whether it has answered the request itself; an answer on its way through other hooks is not sent yet
 */
export function goOn(work: Promise<boolean>, done: HookHandlerDoneFunction): void {
  work.then((hasAnswered) => {
    if (!hasAnswered) done()
  }, done)
}
