/**
 * What the papers of a refund are known by: an order keeps its number, and its refunds their places.
 * @param place 1 of the first refund of the order
 */
export const refundNumber = (orderNumber: string, place: number): string => `${orderNumber}-R${place}`

/** The number of the order in the number of a refund; any other text as it is. */
export const orderNumberOfRefund = (number: string): string => number.trim().replace(/(?<=\d)-R\d{1,4}$/i, '')
