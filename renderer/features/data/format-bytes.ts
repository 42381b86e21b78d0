import { numberFormat } from '../../ui/intl.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size as people say it: `13.7 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  let size = bytes
  let step = 0
  while (size >= 1000 && step < UNITS.length - 1) {
    size /= 1000
    step++
  }
  return numberFormat(locale, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(size)
}
