import type { FieldChange } from './record-event.schema.ts'

/** A record as a person reads it: texts by the names of its fields, those of parts within them. Null is nothing. */
export interface PlainFields {
  readonly [field: string]: string | number | boolean | null | readonly string[] | PlainFields
}

/** What is different between two states of a record, field by field, as a history says it: `names.en-GB`. */
export function fieldChanges(before: PlainFields, after: PlainFields): readonly FieldChange[] {
  const [old, now] = [new Map(plain(before)), new Map(plain(after))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null]
    return from === to ? [] : [{ field, from, to }]
  })
}

/** Every field with its text; those that hold nothing are left out. */
function* plain(fields: PlainFields, path = ''): Generator<[string, string]> {
  for (const [name, value] of Object.entries(fields)) {
    const field = path + name
    if (value === null) continue
    if (isList(value)) yield* value.length > 0 ? [[field, value.join(', ')] as [string, string]] : []
    else if (typeof value === 'object') yield* plain(value, `${field}.`)
    else yield [field, String(value)]
  }
}

const isList = (value: PlainFields[string]): value is readonly string[] => Array.isArray(value)
