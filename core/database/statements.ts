import { channel } from 'node:diagnostics_channel'

/**
 * Every statement of an operation as it is run, for whoever counts or times them. What frames transactions is none of
 * them, nor the look at the epoch that they begin with on a server.
 */
export const statements = channel('backcounter:statement')
