import { reactive, watch } from 'vue'
import type { PaperSize } from '../../../electron/desktop-api.ts'
import { keptFields } from '../../ui/kept.ts'

export const DOCUMENTS = ['receipt', 'invoice', 'packing'] as const
/** What is printed of an order. */
export type DocumentKind = (typeof DOCUMENTS)[number]
export const PAPERS = ['A4', 'Letter'] as const
export type Paper = (typeof PAPERS)[number]

/** What this desk prints, and on what. */
export interface PrintChoices {
  document: DocumentKind
  /** Of everything but receipts, which have a roll of their own. */
  paper: Paper
  /** The labels that this desk has, by the key of their format. */
  label: string
  /** The printer of each kind of document, by its name in the system; the default one where none is chosen. */
  printers: Partial<Record<DocumentKind | 'label', string>>
}

/** How something lies on paper: as a document does, or by itself, with a rule of its own that says how large that is. */
export type PrintLayout =
  | { readonly kind: DocumentKind; readonly paper: Paper }
  | { readonly size: PaperSize; readonly rule: string }

const STORAGE_KEY = 'backcounter.printing'

/** Where people write on Letter paper, by the region of the shop's culture; everywhere else it is A4. */
const LETTER_REGIONS = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE']

/** @param culture of the shop */
export function usePrintChoices(culture: string): PrintChoices {
  const choices = reactive(readChoices(localStorage.getItem(STORAGE_KEY), culture))
  watch(choices, () => localStorage.setItem(STORAGE_KEY, JSON.stringify(choices)))
  return choices
}

/** What is kept, as far as it is good; anything may stand there. */
export function readChoices(kept: string | null, culture: string): PrintChoices {
  const plain: PrintChoices = {
    document: 'receipt',
    paper: LETTER_REGIONS.includes(culture.split('-').at(-1) ?? '') ? 'Letter' : 'A4',
    label: '',
    printers: {},
  }
  const found: Partial<Record<keyof PrintChoices, unknown>> = keptFields(kept)
  const printers = Object.entries(typeof found.printers === 'object' ? { ...found.printers } : {})
  return {
    document: DOCUMENTS.find((kind) => kind === found.document) ?? plain.document,
    paper: PAPERS.find((paper) => paper === found.paper) ?? plain.paper,
    label: typeof found.label === 'string' ? found.label : plain.label,
    printers: Object.fromEntries(printers.filter(([, name]) => typeof name === 'string')),
  }
}

/** Of the roll of a receipt. */
export const ROLL_MM = 80

const MM_PER_PX = 25.4 / 96

/**
 * The paper of a document.
 * @param contentPx how long what is printed is: a receipt is cut behind its last line
 */
export function sizeOf(kind: DocumentKind, paper: Paper, contentPx: number): PaperSize {
  if (kind !== 'receipt') return paper
  return { widthMm: ROLL_MM, heightMm: Math.max(ROLL_MM, Math.ceil(contentPx * MM_PER_PX) + 1) }
}

/**
 * The same as the rule of a style sheet. Receipts have their margin inside, because rolls have no place for one.
 * @param title stands on every sheet, beside which of how many it is: they come apart
 */
export const pageRule = (size: PaperSize, title: string): string =>
  typeof size === 'string'
    ? `@page { size: ${size}; margin: 14mm; ${SMALL}
        @bottom-left { content: ${quoted(title)}; }
        @bottom-right { content: counter(page) " / " counter(pages); } }`
    : `@page { size: ${size.widthMm}mm ${size.heightMm}mm; margin: 0; }`

const SMALL = 'font-size: 0.75rem; color: black;'

/** A text as a string of a style sheet. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
