/** Fields that programs of the original service call by another name, by ours. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['catalogId', 'productCatalogId'],
  ['cartId', 'basketId'],
])
