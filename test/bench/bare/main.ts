import type { AddressInfo } from 'node:net'
import { openFile } from './schema.ts'
import { bareServer } from './server.ts'

/** Serves the file named on the command line (FILE full|normal TOKEN) on a free port until told to stop, or until its parent is gone. */
const [file, synchronous, token] = process.argv.slice(2)
if (file === undefined || token === undefined) throw new Error('Which file, and whose token?')
const db = openFile(file, synchronous === 'normal' ? 'normal' : 'full')
const server = bareServer(db, [token])

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ ready: true, api: `http://127.0.0.1:${port}`, pid: process.pid }))
})

function stop(): void {
  process.stdin.destroy()
  server.closeAllConnections()
  server.close(() => db.close())
}
process.once('SIGINT', stop).once('SIGTERM', stop)
process.stdin.resume().once('end', stop)
