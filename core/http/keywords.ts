import type { Ajv, FuncKeywordDefinition, SchemaValidateFunction } from 'ajv'
import { parseCulture } from '../kernel/culture.ts'
import { parseId } from '../kernel/ids.ts'
import { withoutInvisible } from '../kernel/invisible.ts'

/**
 * The words our schemas add to JSON Schema. `x-guid`, `x-culture`, `x-code` and `x-email` also put the canonical spelling
 * in place, so that handlers never see another: what nobody sees is no part of a code or an e-mail.
 */
const email = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(\.[^\s@<>()[\],;:"\\.]+)+$/

const replacing =
  (parse: (text: string) => string | undefined): SchemaValidateFunction =>
  (_schema: unknown, text: string, _parent, place) => {
    const canonical = parse(text)
    if (canonical === undefined) return false
    if (place) Reflect.set(place.parentData, place.parentDataProperty, canonical)
    return true
  }

const keyword = (
  name: string,
  validate: SchemaValidateFunction,
  modifying = false,
): FuncKeywordDefinition => ({
  keyword: name,
  type: 'string',
  schemaType: 'boolean',
  errors: false,
  modifying,
  validate,
})

/** Whether a text is an e-mail address as bodies may bring one. */
export const isEmail = (text: string): boolean => isText(text) && email.test(text)

const parseEmail = (text: string): string | undefined => {
  const plain = withoutInvisible(text)
  return plain === '' || isEmail(plain) ? plain : undefined
}

const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const keywords: readonly FuncKeywordDefinition[] = [
  keyword('x-guid', replacing(parseId), true),
  keyword('x-culture', replacing(parseCulture), true),
  keyword('x-text', (_schema: unknown, text: string) => isText(text)),
  keyword('x-count', (_schema: unknown, text: string) => /^0*[1-9][0-9]*$/.test(text)),
  keyword('x-filled', (_schema: unknown, text: string) => withoutInvisible(text).trim() !== ''),
  keyword('x-email', replacing(parseEmail), true),
  keyword('x-code', replacing(withoutInvisible), true),
]

/** Texts for the faults of our keywords. */
export const keywordTexts: Record<string, string> = {
  'x-guid': 'must be a GUID',
  'x-culture': 'must be a culture code such as en-GB',
  'x-text': 'must be well-formed text without NUL',
  'x-count': 'must be a whole number from 1 on',
  'x-filled': 'must not be empty',
  'x-email': 'must be an e-mail address',
}

export function addKeywords(ajv: Ajv): void {
  for (const definition of keywords) ajv.addKeyword(definition)
  // `format: uuid` and `date-time` describe answers; requests are checked by the keywords above.
  ajv.addFormat('uuid', true)
  ajv.addFormat('date-time', true)
}
