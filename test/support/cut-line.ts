import { onTestFinished } from 'vitest'
import { openLine, type Line } from './line.ts'

/** A line to a server that can be cut; gone after the test. */
export async function lineTo(server: string): Promise<Line> {
  const line = await openLine(server)
  onTestFinished(() => line.end())
  return line
}
