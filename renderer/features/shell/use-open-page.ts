import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { desk, isLocked, type PersonAtDesk } from '../../api/desk.ts'
import { holdsScope } from '../../api/scopes.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { openSections } from './sections.ts'

/** To whom a page is not open that they have asked for, and where they are instead; or who has another role since they came. */
export interface TurnedAway {
  readonly role: PersonAtDesk['role']
  readonly path: string
  /** Undefined where they are still where they were. */
  readonly place: MessageKey | undefined
}

/** Leads whoever may do nothing on the page that is asked for to the nearest place that is open to them. */
export function useOpenPage(): {
  readonly isAllowed: ComputedRef<boolean>
  /** As long as they are there. */
  readonly turnedAway: ComputedRef<TurnedAway | undefined>
  readonly forget: () => void
} {
  const route = useRoute()
  const router = useRouter()
  const storeInfo = useStoreInfo()
  const mayEnter = computed(() => openSections().find(({ name }) => name === route.meta.section))
  const isAllowed = computed(
    () => mayEnter.value !== undefined && (route.meta.scope === undefined || holdsScope(route.meta.scope)),
  )
  const last = shallowRef<TurnedAway>()
  const forget = (): void => void (last.value = undefined)
  watch(
    () => route.path,
    (path) => {
      if (path !== last.value?.path) forget()
    },
  )
  // To another role it may be open, and whoever comes next has not asked for it. Steps come and go with a role: its person is told.
  watch(
    () => desk.value?.person,
    (now, before) => {
      if (now?.role === before?.role) return
      if (now && now.id === before?.id) last.value = { role: now.role, path: route.path, place: undefined }
      else forget()
    },
  )
  watch(
    [
      // As long as the code of the first page is on its way, one is nowhere yet, and not astray.
      () => storeInfo.store !== undefined && !isLocked.value && route.matched.length > 0 && !isAllowed.value,
      isLocked,
    ],
    async ([isAstray], [, wasLocked]) => {
      const nearest = mayEnter.value ?? openSections()[0]
      if (!isAstray || !nearest) return
      await router.replace({ name: nearest.name })
      const role = desk.value?.person?.role
      // Whoever takes the desk goes on where the one before was, as far as they may: they have asked for nothing.
      if (role && wasLocked !== true) last.value = { role, path: route.path, place: nearest.label }
    },
    { immediate: true },
  )
  return {
    isAllowed,
    turnedAway: computed(() => last.value),
    forget,
  }
}
