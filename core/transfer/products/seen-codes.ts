import type { CellFault } from '../read-file.ts'
import type { FileDraft } from './product-file.ts'

/** The codes of a file so far: what stands twice in it is told where it stands again. */
export class SeenCodes {
  readonly #lines = new Map<string, number>()

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
      const first = this.#lines.get(key)
      const { line, column } = placeOf(field)
      if (first === undefined || own.has(key)) {
        own.add(key)
        this.#lines.set(key, first ?? line)
        return []
      }
      return [{ line, column, text: `“${code}” stands in line ${first} already` }]
    })
  }
}
