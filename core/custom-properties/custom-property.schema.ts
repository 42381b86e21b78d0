import { Type, type Static } from 'typebox'
import {
  CultureCode,
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

/** What accompanies every write of a property (section 4.4); given, it must exist. */
export const Accompanying = Type.Object({
  cultureCode: Type.Optional(CultureCode),
  priceGroupId: Type.Optional(Id),
})
export type Accompanying = Static<typeof Accompanying>

/** Sections 4.4 and 4.5. */
export const AddPropertyBody = Type.Object({ ...Accompanying.properties, ...NewCustomProperty.properties })
export type AddPropertyBody = Static<typeof AddPropertyBody>
export const UpdatePropertyBody = Type.Object({ ...Accompanying.properties, value: PropertyValue })
export type UpdatePropertyBody = Static<typeof UpdatePropertyBody>
export const PropertiesAnswer = Type.Object({ customProperties: Type.Array(CustomProperty) })
