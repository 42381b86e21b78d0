import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

/** RFC 7914: cost, block size, parallel work. 32 MB and some 80 ms a guess on a counter's machine. */
const COST = 2 ** 15
const BLOCK = 8
const LENGTH = 32
const SALT_BYTES = 16

/**
 * What is kept of a PIN: `scrypt$cost$block$salt$hash`, salt and hash in base64url. Made on a thread beside the event loop.
 * So few digits withstand nobody who has the file: the cost makes it slow, the throttle is what keeps guessers out.
 */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(pin, salt, COST, BLOCK)
  return ['scrypt', COST, BLOCK, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether it is the PIN of which that was kept; in constant time. */
export async function isPinOf(kept: string, pin: string): Promise<boolean> {
  const [, cost = '', block = '', salt = '', hash = ''] = kept.split('$')
  const expected = Buffer.from(hash, 'base64url')
  const found = await derive(pin, Buffer.from(salt, 'base64url'), Number(cost), Number(block))
  return found.length === expected.length && timingSafeEqual(found, expected)
}

async function derive(pin: string, salt: Buffer, cost: number, block: number): Promise<Buffer> {
  const options: ScryptOptions = { N: cost, r: block, p: 1, maxmem: 256 * cost * block }
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
