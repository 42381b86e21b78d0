import { onMounted, onUnmounted, readonly, ref, type Ref } from 'vue'

/**
 * Takes files that are dropped anywhere on the page, the first before the others; but for what some part of it takes for itself.
 * @returns whether one is held over it
 */
export function useFileDrop(take: (file: File, ...others: File[]) => void): Readonly<Ref<boolean>> {
  const isOver = ref(false)
  const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

  function over(event: DragEvent): void {
    isOver.value = holdsFile(event) && !event.defaultPrevented
    if (isOver.value) event.preventDefault()
  }
  function leave(event: DragEvent): void {
    if (event.relatedTarget === null) isOver.value = false
  }
  function drop(event: DragEvent): void {
    if (!holdsFile(event) || event.defaultPrevented) return
    // The browser would show the file in the console's place.
    event.preventDefault()
    isOver.value = false
    const [file, ...others] = event.dataTransfer?.files ?? []
    if (file) take(file, ...others)
  }
  onMounted(() => {
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
  })
  onUnmounted(() => {
    window.removeEventListener('dragover', over)
    window.removeEventListener('dragleave', leave)
    window.removeEventListener('drop', drop)
  })
  return readonly(isOver)
}
