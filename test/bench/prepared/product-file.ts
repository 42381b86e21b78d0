import { writeFile } from 'node:fs/promises'
import { barcodeOf, nameOf, skuOf } from './products.ts'

/** Variants of a product. */
const SIZES = ['S', 'M', 'L', 'XL'] as const

/** A variant of a file that hosted shops export: a row of it. */
export interface FileRow {
  readonly handle: string
  readonly title: string
  readonly size: string
  readonly sku: string
  readonly price: string
  readonly barcode: string
}

/** So many variants, four of a product. */
function* fileRows(variants: number): Generator<FileRow> {
  for (let n = 0; n < variants; n++) {
    const product = Math.floor(n / SIZES.length)
    yield {
      handle: `wool-${product}`,
      title: nameOf(product),
      size: SIZES[n % SIZES.length] ?? '',
      sku: skuOf(n),
      price: `${10 + (n % 900)}.50`,
      barcode: barcodeOf(n),
    }
  }
}

export async function writeProductFile(path: string, variants: number): Promise<void> {
  const lines = ['Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode']
  for (const { barcode, handle, price, size, sku, title } of fileRows(variants))
    lines.push([handle, title, 'Size', size, sku, price, barcode].join(','))
  await writeFile(path, `${lines.join('\n')}\n`)
}
