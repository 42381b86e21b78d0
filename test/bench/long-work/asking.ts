import { setTimeout as pause } from 'node:timers/promises'
import { HttpClient } from '../load/client.ts'

/**
 * Asks a core for its health until its standard input ends, then prints how many answers came. A process of its own: what
 * the clients leave for the garbage collector would hold up the event loop that is watched.
 */
const [origin = ''] = process.argv.slice(2)
const CLIENTS = 4

let isOver = false
let answers = 0
process.stdin.resume().once('end', () => (isOver = true))
const client = new HttpClient(origin)
const ask = async (): Promise<void> => {
  while (!isOver) {
    await client.send('GET', '/health')
    answers++
    await pause(1)
  }
}
await Promise.all(Array.from({ length: CLIENTS }, ask))
client.close()
process.stdout.write(`${answers}\n`)
