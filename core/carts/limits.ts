/** What one cart may hold, so that reading it never keeps others waiting. */
export const MAX_LINES = 500
/** Of the cart itself, and of each of its lines. */
export const MAX_PROPERTIES = 100
/** Of the cart and all of its lines together. */
export const MAX_PROPERTIES_IN_ALL = 2000
/** Of the keys and values of all of these, in bytes of UTF-8. */
export const MAX_PROPERTY_BYTES = 512 * 1024

/** The same for whoever reads the API's description. */
export const PROPERTY_LIMITS =
  `A cart may have ${MAX_PROPERTIES} properties, each of its lines as many, and all of them together ` +
  `${MAX_PROPERTIES_IN_ALL}, whose keys and values may take ${MAX_PROPERTY_BYTES / 1024} KiB; more is BadRequest.`
