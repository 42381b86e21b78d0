import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { listAll } from '../../api/records.ts'
import { tills as tillRecords, type ManagedTill } from '../../api/till.ts'
import { useStoreInfo } from '../stores/store-info.ts'

/** The tills of the store, and into which of them the cash of this desk goes: this machine keeps that, by store. */
export const useDeskTill = defineStore('desk-till', () => {
  const storeInfo = useStoreInfo()
  const keptAs = (): string => `backcounter.till.${storeInfo.store?.id}`

  const tills = shallowRef<readonly ManagedTill[]>()
  const chosen = ref<string | null>(null)
  /** Undefined is the store's own, which has no name; so where the one that was chosen takes no more. */
  const till = computed(() => tills.value?.find(({ id, state }) => id === chosen.value && state === 'active'))

  async function reload(): Promise<void> {
    await storeInfo.load()
    chosen.value = localStorage.getItem(keptAs())
    tills.value = await listAll(tillRecords)
  }
  const load = async (): Promise<void> => (tills.value === undefined ? reload() : undefined)

  /** @param id null for the store's own */
  function choose(id: string | null): void {
    if (id === null) localStorage.removeItem(keptAs())
    else localStorage.setItem(keptAs(), id)
    chosen.value = id
  }

  // What is chosen in one window of the desk is that of all of them, and what they say.
  window.addEventListener('storage', ({ key }) => {
    if (key === keptAs()) chosen.value = localStorage.getItem(key)
  })

  /** The id of it, once that is known; null for the store's own. */
  async function idNow(): Promise<string | null> {
    await load()
    return till.value?.id ?? null
  }

  return { choose, idNow, load, reload, till, tills }
})
