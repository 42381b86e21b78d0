import type { Product } from '../../api/catalog.ts'

export interface ScanText {
  quantity: number
  code: string
}

/** `3*CODE` always means three of it; `3xCODE` may also be a code of its own, so the code as typed comes first. */
const STAR_PREFIX = /^(\d{1,7})\s*[*×]\s*(\S.*)$/
const LETTER_PREFIX = /^(\d{1,7})\s*[xX]\s*(\S.*)$/
const MAX_QUANTITY = 1_000_000

/** What a scan or typed text can mean, the likeliest first. */
export function readScan(text: string): ScanText[] {
  const typed = text.trim()
  const star = withQuantity(STAR_PREFIX.exec(typed))
  if (star) return [star]
  const letter = withQuantity(LETTER_PREFIX.exec(typed))
  const plain = { quantity: 1, code: typed }
  return letter ? [plain, letter] : [plain]
}

function withQuantity(match: RegExpExecArray | null): ScanText | undefined {
  const [, digits, code] = match ?? []
  const quantity = Number(digits)
  if (code === undefined || !(quantity >= 1 && quantity <= MAX_QUANTITY)) return undefined
  return { quantity, code }
}

/** The one product whose barcode, variant sku or sku the code is; undefined where none or several have it. */
export function findExact(products: readonly Product[], code: string): Product | undefined {
  const wanted = code.toLowerCase()
  for (const field of ['barcode', 'variantSku', 'sku'] as const) {
    const matches = products.filter((product) => product[field]?.toLowerCase() === wanted)
    if (matches.length === 1) return matches[0]
  }
  return undefined
}
