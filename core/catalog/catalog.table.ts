declare module '../database/schema/tables.ts' {
  interface Tables {
    catalogs: CatalogTable
    catalog_names: CatalogNameTable
    products: ProductTable
    product_names: ProductNameTable
    product_descriptions: ProductDescriptionTable
    variants: VariantTable
    variant_names: VariantNameTable
    variant_options: VariantOptionTable
    variant_barcodes: VariantBarcodeTable
    prices: PriceTable
    product_terms: ProductTermTable
    word_parts: WordPartTable
  }
}

export interface CatalogTable {
  id: string
  store_id: string
  position: number
  version: number
  /** A retired one is offered no more, and stays for what has been sold of it. */
  state: 'active' | 'retired'
}

export interface CatalogNameTable {
  catalog_id: string
  culture_code: string
  name: string
}

export interface ProductTable {
  id: string
  store_id: string
  catalog_id: string
  sku: string
  /** Counts where it has no rate with a name. */
  tax_rate_ppm: number
  tax_rate_id: string | null
  image_url: string | null
  version: number
  /** Only what is active is sold; a retired one stays for what has been sold of it. */
  state: 'active' | 'draft' | 'retired'
  /** 1 where each piece that is sold of it is issued to a gift card. */
  is_gift_card: number
}

export interface ProductNameTable {
  product_id: string
  culture_code: string
  name: string
}

export interface ProductDescriptionTable {
  product_id: string
  culture_code: string
  description: string
}

/** What is sold: a product without variants has one row here, without a variant sku of its own. */
export interface VariantTable {
  id: string
  store_id: string
  product_id: string
  variant_sku: string | null
  /** The first of its barcodes. */
  barcode: string | null
  position: number
  /** Of this one; others of the product have that of the product. */
  image_url: string | null
  /** 1 where it is sold no more, and stays for what has been sold of it. */
  is_retired: number
}

/** The variant's part of the name ("Large, blue"); none for a product without variants. */
export interface VariantNameTable {
  variant_id: string
  culture_code: string
  name: string
}

/** What makes a variant one: its size, its colour. */
export interface VariantOptionTable {
  variant_id: string
  position: number
  name: string
  value: string
}

/** The barcodes of a variant behind its first. */
export interface VariantBarcodeTable {
  store_id: string
  barcode: string
  variant_id: string
  position: number
}

/** Unit price without tax, in minor units of the price group's currency. */
export interface PriceTable {
  variant_id: string
  price_group_id: string
  amount: number
}

/** Words by which a variant is found, in every culture of the store. */
export interface ProductTermTable {
  store_id: string
  term: string
  variant_id: string
}

/** What stands within a word by which products are found: each word has it once, and keeps it when nothing is called so any more. */
export interface WordPartTable {
  store_id: string
  /** From there to the end of the word. */
  term: string
  word: string
}
