/** Something that must not have happened: an answer that was not kept, half an order, money that does not add up. */
export class Lost extends Error {
  override readonly name = 'Lost'
}
