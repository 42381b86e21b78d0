import { nextTick, onMounted, onUnmounted, watch } from 'vue'
import { desk, isLocked, lockDesk } from '../../api/desk.ts'
import { leaveToPage } from '../../ui/leave-to-page.ts'
import { SHORTCUTS } from '../shortcuts/shortcut-list.ts'
import { shortcutOf } from '../shortcuts/use-shortcuts.ts'

/** When somebody last did something in any tab of this browser, in milliseconds since 1970. */
const ACTIVE_AT = 'backcounter.active-at'
/** What is noted is at most so much too old. */
const NOTED_EVERY_MS = 2000
const LOOK_EVERY_MS = 1000

let notedAt = 0

function noteActivity(): void {
  const now = Date.now()
  // Also where the clock was put back since.
  if (Math.abs(now - notedAt) < NOTED_EVERY_MS) return
  notedAt = now
  localStorage.setItem(ACTIVE_AT, String(now))
}

/** Where it was in use before, its time goes on: who opens it in the morning is not whoever left it open in the evening. */
const activeAt = (): number => Number(localStorage.getItem(ACTIVE_AT) ?? 0)

/**
 * Locks the desk by its key, and by itself when nobody has touched it for as long as the shop says. To be used once. What
 * is being typed is left as by a click elsewhere, and has the focus again when the desk is open.
 */
export function useDeskLock(): { lock: () => Promise<void> } {
  let left: HTMLElement | undefined

  function leave(): void {
    const { activeElement } = document
    left = activeElement instanceof HTMLElement ? activeElement : undefined
    left?.blur()
  }

  async function lock(): Promise<void> {
    if (!desk.value?.isStaffed || isLocked.value) return
    leave()
    // What leaving the field has begun is still theirs who have typed it.
    await nextTick()
    lockDesk()
  }

  watch(isLocked, async (locked) => {
    if (locked) {
      // By another tab: the browser would give the focus back without the place where one types.
      if (!left) leave()
      return
    }
    noteActivity()
    await nextTick()
    if (left?.isConnected) left.focus()
    // Somebody has gone to another page behind the lock, which could not take the keyboard then.
    leaveToPage()
    left = undefined
  })

  /** @returns whether it is locked now, because nobody has touched it for too long */
  function lockWhereLeft(): boolean {
    const { lockAfterMinutes = 0, person } = desk.value ?? {}
    if (lockAfterMinutes === 0 || !person) return false
    const idle = Date.now() - activeAt()
    // The clock was put back: it is counted from now on.
    if (idle < 0) noteActivity()
    if (idle < lockAfterMinutes * 60_000) return false
    void lock()
    return true
  }

  /**
   * Who wakes a computer that has slept, or opens its browser again, may touch it before it looks at its clock, or knows who
   * is at the desk. @returns whether the time was over
   */
  function isTouchedTooLate(): boolean {
    const isLeft = lockWhereLeft()
    if (desk.value && !isLeft) noteActivity()
    return isLeft
  }

  function onKeydown(event: KeyboardEvent): void {
    const isLockKey = shortcutOf(event) === SHORTCUTS.lock && desk.value?.isStaffed === true
    // The browser's menu.
    if (isLockKey) event.preventDefault()
    if (!isTouchedTooLate() && isLockKey && !event.repeat) void lock()
  }

  let clock: ReturnType<typeof setInterval> | undefined
  const touches = ['pointerdown', 'pointermove', 'wheel'] as const
  onMounted(() => {
    window.addEventListener('keydown', onKeydown, { capture: true })
    for (const touch of touches)
      window.addEventListener(touch, isTouchedTooLate, { capture: true, passive: true })
    clock = setInterval(lockWhereLeft, LOOK_EVERY_MS)
  })
  onUnmounted(() => {
    window.removeEventListener('keydown', onKeydown, { capture: true })
    for (const touch of touches) window.removeEventListener(touch, isTouchedTooLate, { capture: true })
    clearInterval(clock)
  })
  return { lock }
}
