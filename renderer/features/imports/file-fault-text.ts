import type { FileFault } from '../../api/transfer.ts'
import { textOfAny } from '../../i18n/index.ts'
import { faultText, keyOf } from '../../ui/fault-text.ts'

/**
 * What is wrong with something in a file, in the console's language where it knows it. What a cell holds is told as it stands
 * there; what the shop has against it is said as beside its forms.
 */
export const fileFaultText = (fault: FileFault): string =>
  textOfAny(`fileFault.${keyOf(fault.code)}`, fault.values) ?? faultText(fault)
