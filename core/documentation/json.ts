/** A JSON object as it is walked through: the document and the schemas in it. */
export interface Json {
  [key: string]: unknown
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asJson = (value: unknown): Json => (isJson(value) ? value : {})
