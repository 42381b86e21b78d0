/** Where pictures of the shop's own are, on whichever desk. */
const PLACE = '/api/v1/images/'

/** The address of a picture in the shop's own data, as records hold it. */
export const imageAddress = (id: string): string => PLACE + id

/** The id of a picture in the shop's own data, where an address is that of one. */
export const imageIdIn = (address: string | null | undefined): string | undefined =>
  address?.startsWith(PLACE) ? address.slice(PLACE.length) : undefined
