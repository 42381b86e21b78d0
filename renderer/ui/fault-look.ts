/** How a field shows that what stands in it is refused. For `v-bind` on an input of Nuxt UI. */
export const faultLook = (isFaulty: boolean) =>
  ({ color: isFaulty ? 'error' : 'primary', highlight: isFaulty, 'aria-invalid': isFaulty }) as const
