import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Lets requests be answered before Fastify has come to them, as long as the core does not close.
 * @param answer answers a request, or returns false for one that is to go its way
 */
export function answerFirst(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  const isAnswered: typeof answer = (request, response) => {
    try {
      return answer(request, response)
    } catch {
      // What fails here fails on its way again, and is told there.
      return false
    }
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (server.listening && isAnswered(request, response)) return
    for (const other of others) other(request, response)
  })
}
