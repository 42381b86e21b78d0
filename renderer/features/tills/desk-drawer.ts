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

  async function reload(): Promise<void> {
    drawer.value = await getDrawer()
  }

  /** @param idempotencyKey under which the same try may be repeated */
  async function open(body: Omit<OpenDrawerBody, 'tillId'>, idempotencyKey: string): Promise<void> {
    await openDrawer({ ...body, tillId: await deskTill.idNow() }, idempotencyKey)
  }

  return { drawer, isAsked, isSet, open, reload, set: (next: Drawer) => (drawer.value = next) }
})
