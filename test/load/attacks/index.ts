import type { Attack } from '../attack.ts'
import { abortedRequests } from './aborted-requests.ts'
import { endlessHeaders } from './endless-headers.ts'
import { eventStreams } from './event-streams.ts'
import { fullBodies } from './full-bodies.ts'
import { halfOpen } from './half-open.ts'
import { idleConnections } from './idle-connections.ts'
import { largeBodies } from './large-bodies.ts'
import { requestFlood } from './request-flood.ts'
import { slowBodies } from './slow-bodies.ts'
import { slowReaders } from './slow-readers.ts'
import { writeFlood } from './write-flood.ts'
import { wrongSecrets } from './wrong-secrets.ts'

export const attacks: readonly Attack[] = [
  idleConnections,
  halfOpen,
  endlessHeaders,
  requestFlood,
  writeFlood,
  abortedRequests,
  slowReaders,
  largeBodies,
  fullBodies,
  slowBodies,
  eventStreams,
  wrongSecrets,
]
