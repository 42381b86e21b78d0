import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves on a free port, saying where on a first line, until told to stop, or until the parent is gone. */
export function serveUntilStopped(server: Server, close: () => unknown): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    console.log(JSON.stringify({ ready: true, api: `http://127.0.0.1:${port}`, pid: process.pid }))
  })
  const stop = (): void => {
    process.stdin.destroy()
    server.closeAllConnections()
    server.close(() => void close())
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  process.stdin.resume().once('end', stop)
}
