/** Leads to the first field that is missing or wrong, unless the keyboard is at such a field already. */
export function focusFaulty(form: HTMLElement | null): void {
  const isFaulty = '[aria-invalid="true"]'
  const faulty = form?.querySelector<HTMLElement>(isFaulty)
  if (!faulty || document.activeElement?.closest(isFaulty)) return
  ;(faulty.querySelector<HTMLElement>('input') ?? faulty).focus()
}
