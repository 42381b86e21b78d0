import { readShelf, type Shelf } from '../../api/shelf.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'

/** The price groups and catalogs of the shop, by their names in the clerk's language. */
export function useShelf(): Loaded<Shelf> {
  const storeInfo = useStoreInfo()
  const shelf = useLoaded(
    async (signal) => readShelf(await storeInfo.load(), storeInfo.clerkCulture, signal),
    () => storeInfo.clerkCulture,
  )
  useLive(['record.changed'], () => shelf.refresh())
  return shelf
}
