import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { statusOf, type ErrorKind } from '../kernel/errors.ts'
import { errorBody } from './errors.ts'
import { JSON_TYPE } from './json-bodies.ts'

const refusals: Readonly<Record<string, readonly [ErrorKind, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['RequestTimeout', 'The request did not come in time.'],
  HPE_HEADER_OVERFLOW: ['RequestHeaderFieldsTooLarge', 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PayloadTooLarge', 'The extensions of a chunk are too large.'],
}
const unreadable = ['BadRequest', 'The request cannot be read.'] as const

/** Answers what is no request that Node could read, in the contract's form, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const [kind, text] = refusals[error.code ?? ''] ?? unreadable
    const body = JSON.stringify(errorBody(kind, [{ text }]))
    const status = statusOf[kind]
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Connection: close',
        `Content-Type: ${JSON_TYPE}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy()
}
