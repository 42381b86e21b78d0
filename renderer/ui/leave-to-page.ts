/** Leaves the keyboard to the page where what had it is gone, such as the button of a step that is taken. */
export function leaveToPage(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus()
}
