import type { ProductState } from '../../api/products.ts'
import type { MessageKey } from '../../i18n/index.ts'

export const PRODUCT_STATES = ['active', 'draft', 'retired'] as const satisfies readonly ProductState[]

/** How a state is shown. */
export const STATE_LOOKS: Readonly<
  Record<ProductState, { text: MessageKey; color: 'success' | 'neutral' | 'warning' }>
> = {
  active: { text: 'productState.active', color: 'success' },
  draft: { text: 'productState.draft', color: 'warning' },
  retired: { text: 'productState.retired', color: 'neutral' },
}
