import { useTexts } from '../../../i18n/index.ts'
import type { CartEditor } from '../use-cart-editor.ts'
import { compareCarts, type CartDifference } from './cart-differences.ts'
import type { CartStep } from './cart-history.ts'

/** What says more about a step comes first: a customer brings an address along, a price group changes every line. */
const TELLING: readonly CartDifference['kind'][] = ['customer', 'priceGroup', 'line', 'billing', 'delivery']

/** What a step has done, in a few words. */
export function useStepText(editor: Pick<CartEditor, 'choices'>): (step: CartStep) => string {
  const { t } = useTexts()
  const groupName = (id = '') => editor.choices.priceGroups.nameOf(id)

  function textOf(difference: CartDifference): string {
    switch (difference.kind) {
      case 'line': {
        const { name, before, now } = difference
        if (!before) return t('step.added', { name })
        if (!now) return t('step.removed', { name })
        return before.quantity === now.quantity
          ? t('step.price', { name })
          : t('step.quantity', { name, quantity: now.quantity })
      }
      case 'property':
        return t('step.property', { key: difference.key })
      case 'priceGroup':
        return t('step.priceGroup', { name: groupName(difference.now) })
      case 'customer':
        return difference.now === '' ? t('step.noCustomer') : t('step.customer', { name: difference.now })
      case 'total':
        return t('step.other')
      default:
        return t(`change.${difference.kind}`)
    }
  }

  return ({ before, after, codes }) => {
    const [code] = [...codes.given, ...codes.taken]
    if (code !== undefined) return t('step.code', { code })
    const differences = compareCarts(before.cart, after.cart)
    const [first] = TELLING.flatMap(
      (kind) => differences.find((difference) => difference.kind === kind) ?? [],
    )
    const isGroupAlone = before.priceGroupId !== after.priceGroupId && first === undefined
    if (isGroupAlone) return t('step.priceGroup', { name: groupName(after.priceGroupId) })
    const difference = first ?? differences[0]
    return difference ? textOf(difference) : t('step.other')
  }
}
