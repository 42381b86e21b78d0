import { describe, expect, it } from 'vitest'
import { ManagedStore } from '../../../core/store-settings/store-settings.schema.ts'
import { receiptOf as receiptOfOrder } from '../../../core/receipt-emails/receipt.ts'
import { readStore } from '../../../core/stores/store.repository.ts'
import { receiptWords, type ReceiptWords } from '../../../core/receipt-emails/receipt-words.ts'
import { da } from '../../../renderer/i18n/da/index.ts'
import { de } from '../../../renderer/i18n/de/index.ts'
import { en } from '../../../renderer/i18n/en/index.ts'
import { ja } from '../../../renderer/i18n/ja/index.ts'
import { inDatabase } from '../../support/data.ts'
import type { CartChoices, Clerk } from '../../support/clerk.ts'
import { openMailServer, partsOf, type MailServer } from '../../support/mail-server.ts'
import { emailReceipt, shopWithMail } from '../../support/receipt-emails.ts'
import { aCampaign } from '../../support/campaigns.ts'

/** The receipt of an order as it came. */
async function receiptOf(server: MailServer, clerk: Clerk, orderId: string) {
  const before = server.taken.length
  await emailReceipt(clerk, orderId)
  await expect.poll(() => server.taken.length).toBe(before + 1)
  const mail = server.taken[before]
  if (!mail) throw new Error('Nothing came.')
  return partsOf(mail)
}

async function order(clerk: Clerk, choices: CartChoices = {}) {
  const placed = await clerk.anOrder(choices)
  await clerk.post(`/payments/${placed.paymentId}/capture`, {})
  return clerk.readOrder(placed.order.id)
}

const amountsIn = (text: string): number[] =>
  [...text.matchAll(/(-?)€([\d,]+\.\d\d)/g)].map(([, sign, digits = '']) =>
    Number(`${sign ?? ''}${digits.replaceAll(',', '')}`),
  )
const cents = (amount: number): number => Math.round(amount * 100)

describe('a receipt that is sent by e-mail', () => {
  it('says of each of its goods at which rate it is taxed where those are several, and nothing of it where it is one', async () => {
    const { clerk, shop } = await shopWithMail(await openMailServer())
    const sold = await order(clerk, { quantities: [1, 1] })
    const store = await inDatabase(shop.dataDir, async (db) => readStore(db, sold.store.id))
    const ratesOf = (rates: readonly number[]) => {
      const orderLines = sold.orderLines.map((line, index) => ({ ...line, taxRate: rates[index] ?? 0 }))
      const { goods } = receiptOfOrder({ order: { ...sold, orderLines }, taxes: [], store })
      return goods.map(({ detail }) => detail.split(' · ').slice(2))
    }
    expect(ratesOf([0.19, 0.07])).toStrictEqual([['19%'], ['7%']])
    expect(ratesOf([0.19, 0.19])).toStrictEqual([[], []])
  })

  it('has shop, number, goods, delivery, total, tax by rate and payment, which add up, in both of its forms', async () => {
    const server = await openMailServer()
    const { clerk, manager } = await shopWithMail(server)
    const { id: storeId } = (await clerk.get('/store')).body as { id: string }
    ;(
      await manager.patch(`/manage/stores/${storeId}`, {
        taxNumber: 'DK12345678',
        receiptHead: { 'en-GB': 'Open all day' },
        receiptFoot: { 'en-GB': 'Goods may be exchanged.\nWithin 30 days.' },
      })
    ).ok(ManagedStore)
    const sold = await order(clerk, { quantities: [3, 1], shipping: 'Home delivery' })
    const { html, text } = await receiptOf(server, clerk, sold.id)
    for (const form of [text, html]) {
      expect(form).toContain(`Receipt ${sold.orderNumber}`)
      expect(form).toContain(sold.store.name)
      expect(form).toContain('DK12345678')
      for (const words of [
        'Open all day',
        'Within 30 days.',
        'Paid by Cash',
        'Thank you.',
        'Delivery',
        '25%',
      ])
        expect(form).toContain(words)
      for (const line of sold.orderLines) expect(form).toContain(`${line.quantity} × `)
    }
    const lines = text.split(/\r?\n/)
    const amountAt = (label: string) =>
      amountsIn(lines.find((line) => line.startsWith(label)) ?? '').at(-1) ?? NaN
    expect(amountAt('Total ')).toBe(sold.orderTotal)
    expect(amountAt('Paid by')).toBe(sold.orderTotal)
    expect(cents(amountAt('Goods ')) + cents(amountAt('Delivery '))).toBe(cents(sold.orderTotal))
    const rates = lines.filter((line) => /^\d+%/.test(line)).map((line) => amountsIn(line).map(cents))
    for (const [net = 0, tax = 0, gross = 0] of rates) expect(net + tax).toBe(gross)
    expect(rates.reduce((sum, [, tax = 0]) => sum + tax, 0)).toBe(cents(sold.tax))
    expect(rates.reduce((sum, [, , gross = 0]) => sum + gross, 0)).toBe(cents(sold.orderTotal))
  })

  it('is in the language of the order, with its amounts and dates', async () => {
    const server = await openMailServer()
    const { clerk } = await shopWithMail(server)
    const german = await order(clerk, { cultureCode: 'de-DE' })
    const { text } = await receiptOf(server, clerk, german.id)
    expect(text).toContain(`Beleg ${german.orderNumber}`)
    expect(text).toMatch(/Bezahlt: Bar +\d+,\d\d\s€/)
    expect(text).toContain('Vielen Dank.')
  })

  it('shows markup in names as text, and nothing of it is fetched or run', async () => {
    const server = await openMailServer()
    const { clerk, manager } = await shopWithMail(server)
    const { id: storeId } = (await clerk.get('/store')).body as { id: string }
    const hostile = `<img src="https://thief.example/x" onerror='alert(1)'>&lt;b&gt;`
    await manager.patch(`/manage/stores/${storeId}`, {
      name: `Shop ${hostile}`,
      line1: hostile,
      taxNumber: '"><script>alert(2)</script>',
      receiptHead: { 'en-GB': hostile },
      receiptFoot: { 'en-GB': '</body></html><script>alert(3)</script>' },
    })
    const sold = await order(clerk)
    const { html, text } = await receiptOf(server, clerk, sold.id)
    expect(text).toContain(hostile)
    expect(html).not.toMatch(/<(img|script|link|iframe|b)\b/i)
    expect(html).toContain(
      '&lt;img src=&quot;https://thief.example/x&quot; onerror=&#39;alert(1)&#39;&gt;&amp;lt;b&amp;gt;',
    )
    expect(html).not.toMatch(/(src|href|url\()\s*=?\s*["']?https?:/i)
    expect(html.match(/<\/html>/g)).toHaveLength(1)
  })

  it('tells what campaigns took off each line and the order, and still adds up', async () => {
    const server = await openMailServer()
    const { clerk, shop } = await shopWithMail(server)
    await aCampaign(shop, { name: 'Autumn', target: 'lines', off: 0.1 })
    await aCampaign(shop, { name: 'Friends', target: 'order', off: { EUR: 1.5 } })
    const sold = await order(clerk, { quantities: [3] })
    const { text } = await receiptOf(server, clerk, sold.id)
    const lines = text.split(/\r?\n/)
    const rule = lines.findIndex((line) => line.startsWith('---'))
    const end = lines.findIndex((line, index) => index > rule && line.startsWith('---'))
    const goods = lines.slice(rule + 1, end)
    // The price of one stands in a line of its own, which counts not.
    const counted = goods
      .filter((line) => !/^ {2}\d+ × /.test(line))
      .map((line) => cents(amountsIn(line).at(-1) ?? 0))
    expect(counted.some((amount) => amount < 0)).toBe(true)
    expect(counted.reduce((sum, amount) => sum + amount, 0)).toBe(cents(sold.subTotal))
    const totals = lines.slice(end + 1)
    const until = totals.findIndex((line) => line.startsWith('Total '))
    const parts = totals.slice(0, until).map((line) => cents(amountsIn(line).at(-1) ?? 0))
    expect(parts.reduce((sum, amount) => sum + amount, 0)).toBe(cents(sold.orderTotal))
  })
})

describe('the words of a receipt', () => {
  it.each([
    ['en-GB', en],
    ['da-DK', da],
    ['de-DE', de],
    ['ja-JP', ja],
  ] as const)(
    'in %s are those that the console prints',
    (culture, { cash, line, payment, print, shop, totals }) => {
      const filled = (text: string) => text.replace('{method}', 'X')
      const { notPaid, paid, toPay, ...words } = receiptWords(culture)
      expect({ ...words, notPaid: notPaid('X'), paid: paid('X'), toPay: toPay('X') }).toStrictEqual({
        receipt: print.receipt,
        taxNumber: shop.taxNumber,
        goods: totals.subTotal,
        shipping: totals.shipping,
        fee: totals.payment,
        total: totals.total,
        tax: line.tax,
        net: print.net,
        gross: print.gross,
        untaxed: print.untaxed,
        rounding: cash.rounding,
        given: cash.given,
        change: cash.back,
        refunded: payment.refunded,
        thanks: print.thanks,
        notPaid: filled(print.notPaid),
        paid: filled(print.paid),
        toPay: filled(print.toPay),
      } satisfies Record<keyof ReceiptWords, string>)
    },
  )
})
