import { Type, type Static } from 'typebox'
import { Id } from '../../http/schema.ts'
import { LAST_POSITION, listOf, Names, patchOf, RecordState, Version } from '../../records/record.schema.ts'

const Position = Type.Integer({
  minimum: 0,
  maximum: LAST_POSITION,
  description: 'Its place in the store’s order: lower ones come first.',
})

/** A whole catalog. Left out, it stands behind the others and is active. */
export const CatalogBody = Type.Object({
  names: Names,
  position: Type.Optional(Position),
  state: Type.Optional(RecordState),
})
export type CatalogBody = Static<typeof CatalogBody>

export const CatalogPatch = patchOf(CatalogBody)

export const ManagedCatalog = Type.Object({
  id: Id,
  version: Version,
  names: Names,
  position: Position,
  state: RecordState,
})
export type ManagedCatalog = Static<typeof ManagedCatalog>

export const ManagedCatalogsAnswer = listOf('catalogs', ManagedCatalog)
export type ManagedCatalogsAnswer = Static<typeof ManagedCatalogsAnswer>
