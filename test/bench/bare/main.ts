import { openFile } from './schema.ts'
import { bareRoutes, bareServer } from './server.ts'
import { serveUntilStopped } from './serve.ts'

/** Serves the file named on the command line (FILE full|normal TOKEN) on a free port until told to stop, or until its parent is gone. */
const [file, synchronous, token] = process.argv.slice(2)
if (file === undefined || token === undefined) throw new Error('Which file, and whose token?')
const db = openFile(file, synchronous === 'normal' ? 'normal' : 'full')
serveUntilStopped(bareServer(bareRoutes(db), [token]), () => db.close())
