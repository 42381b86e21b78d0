import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'

/** One value of ASN.1, in DER. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const bytes = (tag: number, hex: string): Buffer => der(tag, Buffer.from(hex, 'hex'))
const time = (text: string): Buffer => der(0x17, Buffer.from(text))

/** A certificate of `localhost` that nobody has signed but it itself, and its key. */
export function selfSigned(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(bytes(0x06, '2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(bytes(0x06, '550403'), der(0x0c, Buffer.from('localhost')))))
  const content = sequence(
    bytes(0x02, '01'),
    ecdsaWithSha256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** Answers as a PostgreSQL server whose certificate is its own work; gone after the test. @returns its port */
export async function selfSignedServer(): Promise<number> {
  const certified = selfSigned()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // Asked whether it is encrypted, it says so.
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...certified }).on('error', () => undefined)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
