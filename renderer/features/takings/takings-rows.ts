import type { DayTakings, PeriodFigures } from '../../api/figures.ts'
import type { Texts } from '../../i18n/index.ts'
import { formatMoney, formatRate } from '../../ui/format.ts'
import { dateFormat } from '../../ui/intl.ts'

interface Words extends Pick<Texts, 't'> {
  readonly locale: string
}

/** What a row is about, and its figures. */
export interface FiguresRow {
  readonly key: string
  readonly name: string
  /** Stands below the name. */
  readonly note?: string | undefined
  readonly cells: readonly string[]
}

/** A table of figures: its columns, rows and sum. */
interface Figures {
  readonly columns: readonly string[]
  readonly rows: readonly FiguresRow[]
  readonly sum: FiguresRow | undefined
}

type Taken = Pick<DayTakings, 'takings' | 'received' | 'refunded' | 'net' | 'currency'>

/** What came and went by each payment method. */
export function byMethod(taken: Taken, { locale, t }: Words): Figures {
  const money = (amount: number) => formatMoney(amount, taken.currency, locale)
  const cells = ({ net, received, refunded }: Pick<Taken, 'received' | 'refunded' | 'net'>) =>
    [received, refunded, net].map(money)
  return {
    columns: [
      t('today.takingsMethod'),
      t('today.takingsReceived'),
      t('today.takingsRefunded'),
      t('today.takingsNet'),
    ],
    rows: taken.takings.map((taking) => ({
      key: taking.paymentMethodId,
      name: taking.name,
      note:
        taking.cashRounding === 0
          ? undefined
          : t('today.takingsRounding', { amount: money(taking.cashRounding) }),
      cells: cells(taking),
    })),
    sum: taken.takings.length > 1 ? sumRow(cells(taken), t) : undefined,
  }
}

const sumRow = (cells: readonly string[], t: Texts['t']): FiguresRow => ({
  key: 'sum',
  name: t('today.takingsTotal'),
  cells,
})

/** What of it is taxed at which rate. */
function byRate({ currency, taxes, ...taken }: PeriodFigures, { locale, t }: Words): Figures {
  const money = (amount: number) => formatMoney(amount, currency, locale)
  /** Without the rounding of coins, which is no sale. */
  const amount = taken.net - taken.cashRounding
  return {
    columns: [t('takings.rate'), t('print.net'), t('line.tax'), t('print.gross')],
    rows: taxes.map((part) => ({
      key: String(part.rate),
      name: part.rate === null ? t('takings.untaxed') : formatRate(part.rate, locale),
      cells: [part.withoutTax, part.tax, part.amount].map(money),
    })),
    sum: taxes.length > 1 ? sumRow([amount - taken.tax, taken.tax, amount].map(money), t) : undefined,
  }
}

/** What came and went on each day. */
function byDay({ currency, days }: PeriodFigures, { locale, t }: Words): Figures {
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    columns: [
      t('takings.day'),
      t('today.takingsReceived'),
      t('today.takingsRefunded'),
      t('today.takingsNet'),
      t('takings.tax'),
    ],
    rows: days.map(({ date, net, received, refunded, tax }) => ({
      key: date,
      name: format.format(new Date(date)),
      cells: [received, refunded, net, tax].map(money),
    })),
    sum: undefined,
  }
}

/** The tables of a period that there is something in. */
export const tablesOf = (figures: PeriodFigures, words: Words) =>
  [
    { key: 'method', label: words.t('takings.byMethod'), ...byMethod(figures, words) },
    { key: 'rate', label: words.t('print.taxes'), ...byRate(figures, words) },
    { key: 'day', label: words.t('takings.byDay'), ...byDay(figures, words) },
  ].filter(({ rows }) => rows.length > 0)
