import type { Static, TObject } from 'typebox'
import type { Scope } from '../access/scopes.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import type { Page, Slice } from '../database/queries/keyset.ts'
import type { VersionedTable } from '../database/queries/prepared.ts'
import type { Author } from '../history/record-events.ts'
import type { PlainFields } from '../history/field-changes.ts'
import type { FieldFault } from './field-faults.ts'

/** What every record of the shop has, whatever its noun. */
export interface StoredRecord {
  readonly id: string
  /** The number in its `ETag`; the first is 1. */
  readonly version: number
}

/** What somebody wants to be stored. */
export interface Wanted<Draft, R> {
  /** As it is now; undefined where it is new. */
  readonly before: R | undefined
  readonly draft: Draft
  /** Gives a new record what is known of it beforehand, and nobody is asked for: ids, the code of a store. */
  readonly identify?: Identify<R> | undefined
}

export type Identify<R> = (record: R) => R

/** A draft, and what is wrong with what it was made of. */
export interface Read<Draft> {
  readonly draft: Draft
  readonly faults: readonly FieldFault[]
}

/** A record before and after a change; its version is one more. */
export interface RecordChange<R> {
  readonly before: R
  readonly after: R
}

/** How records of a noun are kept. Its own tables and nothing else, unless it says what else it changes. */
export interface RecordRows<R> {
  /** Where their versions are. */
  readonly table: VersionedTable
  insert(db: WriteDb, author: Author, records: readonly R[]): Promise<void>
  /**
   * Each where it still is in the version that it was seen in: the version is guarded in the statement.
   * @throws Overtaken where one is in another version by now
   */
  update(db: WriteDb, author: Author, changes: readonly RecordChange<R>[]): Promise<void>
  /** The same for one that goes. @throws Overtaken */
  delete(db: WriteDb, author: Author, record: R): Promise<void>
}

/** How records of a noun are stored, whoever writes them: a person, an import, the demo. */
export interface Storing<Around, Draft, R extends StoredRecord> {
  /** One of them in plain English, such as `price group`; histories and addresses call it `price-group`. */
  readonly one: string
  readonly rows: RecordRows<R>
  /**
   * What keeps drafts from being stored, each with its field: what is wrong with one by itself, and what does not go with
   * the rest of the store. Left out where reading tells it all.
   * @returns one list for each
   */
  check?(
    db: ReadDb,
    around: Around,
    wanted: readonly Wanted<Draft, R>[],
  ): Promise<readonly (readonly FieldFault[])[]>
  /**
   * What drafts become, where a record holds more than its draft says. Left out, a draft replaces all that it names.
   * @returns one for each, in the version that it would have
   */
  become?(db: ReadDb, wanted: readonly Wanted<Draft, R>[]): Promise<readonly R[]>
  /** What a history tells of it: its fields as a person reads them. */
  fields(around: Around, record: R): PlainFields
}

/** The schemas of a noun; each is exported by its `*.schema.ts`, by whose names the document calls them. */
export interface NounSchemas {
  /** Of a POST and a PUT. */
  readonly body: TObject
  /** Of a PATCH: `patchOf(body)`, unless the noun reads its patches itself. */
  readonly patch: TObject
  /** The answer: all of a record, and what it follows from. Sent back as it is, it changes nothing. */
  readonly record: TObject
  /** `listOf('priceGroups', …)`: records, or what a list shows of them. */
  readonly list: TObject
  /** `RecordsQuery`, or that and more. */
  readonly query: TObject
  /** The parameter of the path; `id` where it is left out. */
  readonly params?: TObject
}

/** How a record goes. */
export interface Removal<R> {
  /**
   * Whether something that stays refers to it: a cart, an order.
   * @throws CommerceError Conflict where it cannot go at all, saying what stands in the way
   */
  isUsed(db: ReadDb, record: R): Promise<boolean>
  /** What stays of a record that is used. */
  retired(record: R): R
}

/** What is done with one record of a noun, by whatever its path names it. */
export interface RecordNoun<Around, Draft, R extends StoredRecord, S extends NounSchemas> extends Storing<
  Around,
  Draft,
  R
> {
  /** All of them in plain English: `price groups` are at `/manage/price-groups` and listed as `priceGroups`. */
  readonly many: string
  readonly schemas: S
  /** Who may read, write and take away (where that is not who may write); left out, `staff` and `manage`. */
  readonly scopes?: { readonly read: Scope; readonly write: Scope; readonly remove?: Scope }
  /** What the document says of its operations beside what holds for every noun. */
  readonly says?: Partial<Readonly<Record<SaidOf, string>>>
  /** Names of operations, where another operation has the one that follows from the noun's: `createCustomer`. */
  readonly operationIds?: Partial<Readonly<Record<SaidOf, string>>>
  /** True where there are those that there are, and nobody makes another here: countries. */
  readonly isClosed?: boolean
  /** What records of a store refer to. Read once for a request. */
  around(db: ReadDb, storeId: string): Promise<Around>
  /** The record of what the path names, retired ones too. */
  find(db: ReadDb, storeId: string, key: string): Promise<R | undefined>
  view(around: Around, record: R): Static<S['record']>
  /** The draft that a body describes as a whole. What does not go with the rest of the store is told by `check`. */
  read(around: Around, body: Static<S['body']>, before: R | undefined): Read<Draft>
  /**
   * The draft that a PATCH makes of a record. Left out, the patch is merged into the record as it is answered (RFC 7396),
   * and that is read.
   */
  patch?(around: Around, before: R, patch: Static<S['patch']>): Read<Draft>
  /** Left out, records stay for good. */
  readonly removal?: Removal<R>
}

/**
 * A noun of the shop's own records: all that its addresses under `/manage/{noun}` have not in common with the others'.
 * `Listed` is what is read of a record for a list, which may be less than all of it.
 */
export interface Noun<
  Around,
  Draft,
  R extends StoredRecord,
  S extends NounSchemas,
  Listed = R,
> extends RecordNoun<Around, Draft, R, S> {
  /** A page of them, retired ones too. */
  list(
    db: ReadDb,
    storeId: string,
    page: Page,
    query: Static<S['query']>,
    around: Around,
  ): Promise<Slice<Listed>>
  /** The entry in the list; left out, all of the record. */
  listed?(around: Around, record: Listed): object
}

/** Operations of which the document says something. */
export type SaidOf = 'list' | 'create' | 'get' | 'replace' | 'change' | 'remove'

/** Holds a noun to its types, which follow from what it is made of. */
export const defineNoun = <Around, Draft, R extends StoredRecord, const S extends NounSchemas, Listed = R>(
  noun: Noun<Around, Draft, R, S, Listed>,
): Noun<Around, Draft, R, S, Listed> => noun

/** What histories, events and codes of errors call a noun: `price-group`. */
export const nounOf = ({ one }: { readonly one: string }): string => one.replaceAll(' ', '-')
