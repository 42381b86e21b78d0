import { hasKept, useKept } from '../../../ui/use-kept.ts'
import type { PropertyText } from './property.ts'

/** Where a property is typed: a new one of the cart or of a line, or one that is there. */
export interface PropertyPlace {
  cartId: string
  lineId: string | undefined
  propertyId: string | undefined
}

const keyOf = ({ cartId, lineId = '', propertyId = '' }: PropertyPlace) =>
  `backcounter.property.${cartId}.${lineId}.${propertyId}`

/** Whether something has been typed there before the page was loaded anew. */
export const hasTypedProperty = (place: PropertyPlace): boolean => hasKept(keyOf(place))

/**
 * What is typed of a property.
 * @param property as it is so far
 */
export function useTypedProperty(
  place: PropertyPlace,
  property: PropertyText | undefined,
): { text: PropertyText; forget: () => void } {
  const plain = { key: property?.key ?? '', value: property?.value ?? '' }
  const { typed, forget } = useKept<PropertyText>(keyOf(place), plain)
  return { text: typed.value, forget }
}
