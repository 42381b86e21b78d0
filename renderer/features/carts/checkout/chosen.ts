/**
 * The first of the wishes that is offered. What the country or the price group does not offer is no choice; until it is
 * known what they offer, every wish counts.
 */
export const chosenOf = (
  offered: readonly { id: string }[] | undefined,
  ...wishes: readonly (string | undefined)[]
): string | undefined =>
  wishes.find((wish) => wish !== undefined && (offered?.some(({ id }) => id === wish) ?? true))
