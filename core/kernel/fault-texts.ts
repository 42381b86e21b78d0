import type { Said } from './errors.ts'

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type ValuesOf<Text extends string> = Readonly<Record<NamesIn<Text>, string | number>>

/** The values of a text in which names in braces stand for them; none where it has none. */
export type Values<Text extends string> = [keyof ValuesOf<Text>] extends [never] ? [] : [ValuesOf<Text>]

/** A text with its values in the place of their names. */
export function filled(text: string, given: Readonly<Record<string, string | number>> = {}): Said {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  return { text: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''), values }
}
