import { onUnmounted, watch } from 'vue'

/** Adds a rule to the page's styles while the component is there; the content policy allows no style of its own. */
export function usePageRule(rule: () => string): void {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  watch(rule, (text) => sheet.replaceSync(text), { immediate: true })
  onUnmounted(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  })
}
