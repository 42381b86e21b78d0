import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation as small as it begins: under load it would grow to 32 MB and stay so, and what a request
 * leaves behind fits into 1 MB. Measured at 2% more processor time. To be called before anything is loaded.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')
