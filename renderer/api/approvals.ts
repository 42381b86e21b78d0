import type { ApprovalAnswer, ApprovalBody } from '../../core/staff/desk.schema.ts'
import { request } from './client.ts'

/** A scope that somebody else can approve a step for. */
export type ApprovedScope = ApprovalBody['scope']

/**
 * Somebody who may approves one step of whoever is at the desk, with their PIN.
 * @returns what the write that does it carries ({@link WriteOptions.approval}): good for two minutes, and once
 * @throws ApiError, for a wrong PIN with the field `pin`
 */
export async function approveStep(body: ApprovalBody): Promise<string> {
  const answer = await request('PUT', '/desk/approval', { body })
  return (answer.body as ApprovalAnswer).approval
}
