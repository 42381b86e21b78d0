import type { Room } from '../http/room.ts'
import { sweepKeys } from './idempotency.ts'
import type {} from './idempotency.table.ts'

/** Answers to an Idempotency-Key. */
export const operations = {
  tables: ['idempotency_keys'],
  cached: [],
  sweeps: [sweepKeys],
} as const satisfies Room
