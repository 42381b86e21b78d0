import { escaped } from '../kernel/markup.ts'
import type { Mail } from '../mail/send-mail.ts'
import type { Receipt, ReceiptRow } from './receipt.ts'

/** A receipt as a mail: in plain text, and in markup without scripts, pictures and anything that is fetched. */
export const receiptMail = (receipt: Receipt): Pick<Mail, 'culture' | 'subject' | 'text' | 'html'> => ({
  culture: receipt.culture,
  subject: `${receipt.title} ${receipt.number} – ${receipt.shopName}`,
  text: textOf(receipt),
  html: htmlOf(receipt),
})

/** Of plain text, in characters: what most programs show without breaking lines. */
const WIDTH = 60

function textOf(receipt: Receipt): string {
  const rule = '-'.repeat(WIDTH)
  const lines = [
    receipt.shopName,
    ...receipt.head,
    '',
    `${receipt.title} ${receipt.number}`,
    receipt.date,
    rule,
    ...receipt.goods.flatMap(({ detail, discounts, ...row }) => [
      textRow(row),
      `  ${detail}`,
      ...discounts.map((discount) => textRow({ ...discount, label: `  ${discount.label}` })),
    ]),
    rule,
    ...receipt.totals.map(textRow),
    textRow(receipt.total),
    ...(receipt.taxes.length > 0 ? ['', ...receipt.taxes.map((cells) => cells.join('   '))] : []),
    '',
    ...receipt.payments.map(textRow),
    '',
    ...receipt.foot,
  ]
  return `${lines.join('\n')}\n`
}

const textRow = ({ amount, label }: ReceiptRow): string =>
  `${label} ${' '.repeat(Math.max(1, WIDTH - label.length - amount.length - 1))}${amount}`

/** Programs for mail know no style sheets: each part says how it looks. */
const STYLES = {
  body: 'margin:0;padding:24px;background:#fff;color:#171717;font:15px/1.45 system-ui,sans-serif',
  paper: 'width:100%;max-width:34rem;margin:0 auto;border-collapse:collapse',
  name: 'margin:0;font-size:20px;font-weight:600',
  small: 'margin:0;color:#525252;font-size:13px',
  title: 'margin:16px 0 0;font-weight:600',
  label:
    'padding:3px 16px 3px 0;text-align:left;vertical-align:top;font-weight:normal;overflow-wrap:anywhere',
  amount: 'padding:3px 0;text-align:right;vertical-align:top;white-space:nowrap',
  total: ';border-top:1px solid #171717;font-weight:600;font-size:17px',
  cell: 'padding:2px 0;text-align:right;font-size:13px;color:#525252;font-weight:normal',
  gap: 'padding-top:14px;border-top:1px solid #d4d4d4',
} as const

function htmlOf(receipt: Receipt): string {
  const { culture, date, foot, goods, head, number, payments, shopName, taxes, title, total, totals } =
    receipt
  return `<!doctype html>
<html lang="${escaped(culture)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(`${title} ${number}`)}</title></head>
<body style="${STYLES.body}">
<table role="presentation" style="${STYLES.paper}">
<tr><td colspan="2">
<h1 style="${STYLES.name}">${escaped(shopName)}</h1>
${paragraphs(head)}
<h2 style="${STYLES.title}">${escaped(title)} ${escaped(number)}</h2>
${paragraphs([date])}
</td></tr>
${GAP}
${goods.map(({ detail, discounts, ...row }) => [htmlRow(row, detail), ...discounts.map((each) => htmlRow(each))].join('\n')).join('\n')}
${GAP}
${totals.map((row) => htmlRow(row)).join('\n')}
${htmlRow(total, undefined, STYLES.total)}
${taxes.length > 0 ? `<tr><td colspan="2">${htmlTaxes(taxes)}</td></tr>` : ''}
${GAP}
${payments.map((row) => htmlRow(row)).join('\n')}
<tr><td colspan="2" style="${STYLES.gap}">
${paragraphs(foot)}
</td></tr>
</table>
</body>
</html>
`
}

const GAP = `<tr><td colspan="2" style="${STYLES.gap}"></td></tr>`

const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<p style="${STYLES.small}">${escaped(line)}</p>`).join('\n')

const htmlRow = ({ amount, label }: ReceiptRow, detail?: string, more = ''): string =>
  `<tr><td style="${STYLES.label}${more}">${escaped(label)}${detail === undefined ? '' : paragraphs([detail])}</td>` +
  `<td style="${STYLES.amount}${more}">${escaped(amount)}</td></tr>`

const htmlTaxes = (rows: readonly (readonly string[])[]): string =>
  `<table style="width:100%;border-collapse:collapse;margin-top:10px">${rows
    .map((cells, row) => `<tr>${cells.map((cell) => htmlCell(cell, row === 0)).join('')}</tr>`)
    .join('')}</table>`

const htmlCell = (text: string, isHead: boolean): string =>
  isHead
    ? `<th scope="col" style="${STYLES.cell}">${escaped(text)}</th>`
    : `<td style="${STYLES.cell}">${escaped(text)}</td>`
