/** Leads to the first field that is missing or wrong; where the keyboard is at such a field already, what is wrong there is told. */
export function focusFaulty(form: HTMLElement | null): void {
  const isFaulty = '[aria-invalid="true"]'
  const faulty = form?.querySelector<HTMLElement>(isFaulty)
  if (!faulty) return
  const here = document.activeElement?.closest(isFaulty)
  if (here) tellFault(here)
  else (faulty.querySelector<HTMLElement>('input') ?? faulty).focus()
}

/** Who hears the screen hears what describes a field when they come to it; who stays there, what becomes live. */
function tellFault(field: Element): void {
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    const text = id.endsWith('-error') ? document.getElementById(id) : null
    if (!text) continue
    text.ariaLive = 'off'
    requestAnimationFrame(() => (text.ariaLive = 'assertive'))
  }
}
