const RESTORED_AT = 'backcounter.restored-at'

/** Notes what is in sight here while the data is replaced by a backup: the console is loaded anew for it, and it may be gone. */
export const noteRestored = (): void => sessionStorage.setItem(RESTORED_AT, window.location.hash)

/** Whether what is in sight was so, too, when a backup was restored. */
export const wasRestoredHere = (): boolean => sessionStorage.getItem(RESTORED_AT) === window.location.hash
