import { Type, type Static } from 'typebox'
import {
  Id,
  PROPERTY_KEY_LENGTH,
  PROPERTY_VALUE_LENGTH,
  RequiredText,
  Text,
} from '../http/schema.ts'

/** Section 2.3. */
export const CustomProperty = Type.Object({ id: Id, key: Type.String(), value: Type.String() })
export type CustomProperty = Static<typeof CustomProperty>

const PropertyKey = RequiredText(PROPERTY_KEY_LENGTH)
const PropertyValue = Text(PROPERTY_VALUE_LENGTH)

/** A property as a request brings it along with something else. */
export const NewCustomProperty = Type.Object({ key: PropertyKey, value: PropertyValue })
export type NewCustomProperty = Static<typeof NewCustomProperty>
