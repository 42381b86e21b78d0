import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { getDrawer, openDrawer, type Drawer, type OpenDrawerBody } from '../../api/drawer.ts'
import { useDeskTill } from './desk-till.ts'

/** The cash drawer of this desk, which the core opens by itself as cash comes and goes here. */
export const useDeskDrawer = defineStore('desk-drawer', () => {
  const deskTill = useDeskTill()
  const drawer = shallowRef<Drawer>()
  /** Whether one hangs at a printer that the core knows. */
  const isSet = computed(() => Boolean(drawer.value?.printer))
  /** Whether somebody is asked why they open it without a sale. */
  const isAsked = ref(false)
  /** Whether somebody wanted to open it, and there is none. */
  const isMissed = ref(false)

  async function reload(): Promise<void> {
    drawer.value = await getDrawer()
  }

  /** Asks why it is opened without a sale. Where it is known that there is none, that is said instead. */
  function ask(): void {
    if (drawer.value && !isSet.value) isMissed.value = true
    else isAsked.value = true
  }

  /** @param idempotencyKey under which the same try may be repeated */
  async function open(body: Omit<OpenDrawerBody, 'tillId'>, idempotencyKey: string): Promise<void> {
    await openDrawer({ ...body, tillId: await deskTill.idNow() }, idempotencyKey)
  }

  const set = (next: Drawer): Drawer => (drawer.value = next)

  return { ask, drawer, isAsked, isMissed, isSet, open, reload, set }
})
