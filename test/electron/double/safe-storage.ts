import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { isReady, strict, type Modelled } from './strict.ts'
import { world } from './world.ts'

/**
 * The key store of the system, as Electron's documentation has it: nothing before `ready`; on Linux without a store
 * encryption all the same, with a password that everybody knows; what another user or machine has sealed is refused.
 */
const isLinux = process.platform === 'linux'
const hasStore = world.keyStore !== 'basic_text'
/** Chromium marks on Linux whether a key store was used; elsewhere there is one mark only. */
const MARK = isLinux && hasStore ? 'v11' : 'v10'
const key = createHash('sha256')
  .update(hasStore ? world.keyStoreUser : 'peanuts')
  .digest()

/** A store that is locked waits for a person. */
const unlocked = async (): Promise<void> =>
  world.keyStore === 'locked' ? new Promise(() => undefined) : undefined

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => {
    if (!isReady() || world.keyStore === 'missing') return false
    await unlocked()
    return true
  },
  encryptStringAsync: async (text: string) => {
    await usable('encrypt')
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(MARK), nonce, cipher.getAuthTag(), sealed])
  },
  decryptStringAsync: async (sealed: Buffer) => {
    await usable('decrypt')
    if (!Buffer.isBuffer(sealed)) throw new TypeError('Expected the first argument to be a buffer')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(3, 15))
      decipher.setAuthTag(sealed.subarray(15, 31))
      const result = Buffer.concat([decipher.update(sealed.subarray(31)), decipher.final()]).toString('utf8')
      return { shouldReEncrypt: false, result }
    } catch {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
    }
  },
  ...(isLinux && {
    getSelectedStorageBackend: () => (isReady() ? (hasStore ? 'gnome_libsecret' : 'basic_text') : 'unknown'),
  }),
} satisfies Modelled<Electron.SafeStorage>)

async function usable(what: string): Promise<void> {
  if (!isReady()) throw new Error('safeStorage cannot be used before app is ready')
  if (world.keyStore === 'missing')
    throw new Error(`Error while trying to ${what}: encryption is not available`)
  await unlocked()
}
