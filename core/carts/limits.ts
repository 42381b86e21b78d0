/** What one cart may hold, so that reading it never keeps others waiting. */
export const MAX_LINES = 500
/** Of the cart itself, and of each of its lines. */
export const MAX_PROPERTIES = 100
