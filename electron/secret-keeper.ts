import { safeStorage } from 'electron'
import { plainKeeper, type SecretKeeper } from '../core/database/secret-keeper.ts'

/** How long the key store may take: a person who is asked to unlock it may have gone away. In milliseconds. */
const PATIENCE = 5000
/** Chromium on Linux begins with this what it has encrypted with the password from its own sources. */
const KNOWN_PASSWORD = 'v10'

/** The user's key store of the system: Keychain, DPAPI, a Secret Service or KWallet. */
const systemKeeper: SecretKeeper = {
  name: 'system',
  seal: async (secret) => (await safeStorage.encryptStringAsync(secret)).toString('base64'),
  open: async (sealed) => {
    try {
      return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result
    } catch {
      return undefined
    }
  },
}

/** The system's key store where it protects anything and answers in time, else none. Only once Electron is ready. */
export async function findKeeper(): Promise<SecretKeeper> {
  const { promise: tooLong, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, PATIENCE, false)
  const protects = await Promise.race([doesProtect().catch(() => false), tooLong])
  clearTimeout(timer)
  return protects ? systemKeeper : plainKeeper
}

/** Whether what it seals can be opened again, and not by everybody. */
async function doesProtect(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  const sealed = await systemKeeper.seal('probe')
  if (process.platform === 'linux') {
    // Without a key store Linux has encryption all the same, but everybody has the key to it.
    if (safeStorage.getSelectedStorageBackend() === 'basic_text') return false
    if (Buffer.from(sealed, 'base64').toString('latin1', 0, 3) === KNOWN_PASSWORD) return false
  }
  return (await systemKeeper.open(sealed)) === 'probe'
}
