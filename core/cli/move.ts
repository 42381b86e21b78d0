import { requireShop } from '../database/sqlite/require-shop.ts'
import type { EngineLocation } from '../database/engine.ts'
import { moveShop } from '../database/move.ts'
import { isServerAddress } from '../database/postgres/address.ts'
import { fillEngine, openEngine } from '../engines.ts'
import { badRequest, conflict, notFound } from '../kernel/errors.ts'
import { findFirstStore } from '../stores/store.repository.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'

/**
 * Copies the shop from a folder to a server or back, checks that it is there as it was, and leaves where it was as it is.
 * Nobody may work on it meanwhile.
 */
export async function moveCommand(
  { dataDir, location: from }: Place,
  { to: target }: { to: string },
  to: Output,
): Promise<number> {
  const isToServer = isServerAddress(target)
  if (isToServer === (from.kind === 'postgres')) {
    throw badRequest(
      'move.to',
      'must be a server where the shop is in a folder, and a folder where it is on a server',
      '--to',
    )
  }
  if (from.kind === 'sqlite') await requireShop(dataDir)
  else await requireNobodyElse(from.address)
  const source = await openEngine(from.kind === 'sqlite' ? from : await forMover(from))
  try {
    if (!(await source.read(findFirstStore)))
      throw notFound('data.no-shop', `There is no shop in ${source.name}.`)
    const place = isToServer
      ? ({ kind: 'postgres', address: target } as const)
      : ({ kind: 'sqlite', dataDir: target } as const)
    const moved = await fillEngine(place, async (there) => ({
      name: there.name,
      rows: await moveShop(source, there, async () => {
        // Whoever has begun meanwhile may have sold what is not among what was read.
        if (from.kind === 'postgres') await requireNobodyElse(from.address)
      }),
    }))
    to.result(
      { from: source.name, to: moved.name, rows: moved.rows },
      `${moved.name}: ${moved.rows} rows, checked. ${source.name} is left as it was: work on one of the two from now on.`,
    )
  } finally {
    await source.close()
  }
  return 0
}

/** The same server for sessions that are none of a desk: whose folder it is may be where the shop is taken. */
async function forMover({ address }: { readonly address: string }): Promise<EngineLocation> {
  const { asMover } = await import('../database/postgres/other-sessions.ts')
  return { kind: 'postgres', address: asMover(address) }
}

/** @throws CommerceError Conflict while desks are open on it: what they sell meanwhile would stay behind */
async function requireNobodyElse(address: string): Promise<void> {
  const { sessionsOf } = await import('../database/postgres/other-sessions.ts')
  if ((await sessionsOf(address)) > 0) {
    throw conflict('move.in-use', 'Other desks are open on the database; please end them first.')
  }
}
