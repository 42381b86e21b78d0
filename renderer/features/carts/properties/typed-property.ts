import { reactive, watch } from 'vue'
import { keptFields } from '../../../ui/kept.ts'
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
export const hasTypedProperty = (place: PropertyPlace): boolean =>
  sessionStorage.getItem(keyOf(place)) !== null

/**
 * What is typed of a property; it survives a reload, for as long as the window is open.
 * @param property as it is so far
 */
export function useTypedProperty(
  place: PropertyPlace,
  property: PropertyText | undefined,
): { text: PropertyText; forget: () => void } {
  const storageKey = keyOf(place)
  const text = reactive<PropertyText>({
    key: property?.key ?? '',
    value: property?.value ?? '',
    ...(keptFields(sessionStorage.getItem(storageKey)) as Partial<PropertyText>),
  })
  const stop = watch(text, () => sessionStorage.setItem(storageKey, JSON.stringify(text)), { flush: 'sync' })
  return {
    text,
    forget() {
      stop()
      sessionStorage.removeItem(storageKey)
    },
  }
}
