/** An id that people carry elsewhere, under the name of what it identifies. */
export interface RecordId {
  readonly name: string
  readonly id: string
}
