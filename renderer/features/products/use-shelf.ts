import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { readShelf, type Shelf } from './shelf.ts'

const NOUNS = ['catalog', 'price-group', 'tax-rate']

/** The catalogs, price groups and tax rates of the shop, by their names in the clerk's language. */
export function useShelf(): Loaded<Shelf> {
  const storeInfo = useStoreInfo()
  const shelf = useLoaded(
    async (signal) => {
      const { currencies } = await storeInfo.load()
      return readShelf(
        currencies.map(({ isoCode }) => isoCode),
        storeInfo.clerkCulture,
        signal,
      )
    },
    () => storeInfo.clerkCulture,
  )
  useLive(
    ({ noun, type }) => type === 'record.changed' && NOUNS.includes(noun ?? ''),
    () => shelf.refresh(),
  )
  return shelf
}
