import type { FirstPlaces } from '../../database/scratch.ts'
import type { ProductRecord } from '../../catalog/manage/product-record.ts'
import { refusal } from '../file-faults.ts'
import type { CellFault } from '../read-file.ts'
import type { FileDraft } from './product-file.ts'

/** The codes of a file so far: what stands twice in it is told where it stands again. */
export class SeenCodes {
  readonly #lines: FirstPlaces

  constructor(lines: FirstPlaces) {
    this.#lines = lines
  }

  /** Tells which barcodes a product of the file has no more: another may have them. */
  free({ draft }: FileDraft, before: ProductRecord | undefined): void {
    const left = new Set(barcodesOf(draft.variants))
    for (const barcode of barcodesOf(before?.variants ?? []))
      if (!left.has(barcode)) this.#lines.before(`free ${barcode}`, 0)
  }

  isFree(barcode: string): boolean {
    return this.#lines.has(`free ${barcode}`)
  }

  /** @returns a fault for each code of the product that another product of the file has */
  add({ draft, placeOf }: FileDraft): CellFault[] {
    const codes: (readonly [string, string, string])[] = [['sku', draft.sku, 'sku']]
    for (const [index, { barcodes, variantSku }] of draft.variants.entries()) {
      if (variantSku !== null) codes.push(['variantSku', variantSku, `variants.${index}.variantSku`])
      for (const [place, barcode] of barcodes.entries())
        codes.push(['barcode', barcode, `variants.${index}.barcodes.${place}`])
    }
    const own = new Set<string>()
    return codes.flatMap(([kind, code, field]) => {
      const key = `${kind} ${code}`
      if (own.has(key)) return []
      const { line, column } = placeOf(field)
      const first = this.#lines.before(key, line)
      if (first !== undefined)
        return [{ line, column, ...refusal('cell.twice', { cell: code, line: first }) }]
      own.add(key)
      return []
    })
  }
}

const barcodesOf = (variants: readonly { readonly barcodes: readonly string[] }[]): string[] =>
  variants.flatMap(({ barcodes }) => barcodes)
