import { describe, expect, it } from 'vitest'
import {
  GiftCard,
  GiftCardsAnswer,
  GiftCardTransactionsAnswer,
  IssuedGiftCard,
  OutstandingGiftCards,
  ShownGiftCard,
} from '../../../core/gift-cards/gift-card.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { aGiftCard, markAsGiftCard } from '../../support/gift-cards.ts'
import { contentNow, storedRows } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const manager = async (): Promise<Clerk> => shop().as('admin')
const credit = { amount: 25, currency: 'EUR', reason: 'The lamp came broken' }

const issued = async (clerk: Clerk, body: object = {}): Promise<{ giftCard: GiftCard; code: string }> => {
  const { code, giftCard } = (await clerk.post('/gift-cards', { ...credit, ...body })).ok(IssuedGiftCard)
  return { giftCard, code: code ?? '' }
}
const lookUp = async (clerk: Clerk, code: string) => clerk.post('/gift-cards/lookup', { code })

/** As a Japanese keyboard may write it. */
const inFullWidth = (code: string): string =>
  code.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

/** No two tests have the same one: they share a shop. */
const aCode = (() => {
  let count = 0
  return (): string => `PRINTED-${String((count += 1)).padStart(6, '0')}`
})()

describe('gift cards (extension)', () => {
  it('one is issued as credit, and found by its code however that is written', async () => {
    const clerk = await manager()
    const { code, giftCard } = await issued(clerk)
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    expect(giftCard).toMatchObject({
      version: 1,
      lastCharacters: code.slice(-4),
      state: 'active',
      currency: 'EUR',
      initialAmount: 25,
      balance: 25,
      orderId: null,
      orderNumber: null,
      lineId: null,
      reason: 'The lamp came broken',
    })
    for (const spelling of [
      code,
      code.replaceAll('-', ''),
      code.toLowerCase(),
      ` ${code.replaceAll('-', ' ')} `,
      `\u202a${code}\u202c\u200b`,
      code.replaceAll('-', '\u2212'),
      inFullWidth(code),
      inFullWidth(code).replaceAll('－', 'ー'),
    ])
      expect((await lookUp(clerk, spelling)).ok(GiftCard)).toStrictEqual(giftCard)
    for (const search of [code.slice(-4), inFullWidth(code.slice(-4)), `${code.slice(-4)}\u200b`])
      expect((await clerk.get('/gift-cards', { search })).ok(GiftCardsAnswer).giftCards).toContainEqual(
        giftCard,
      )
    const answer = await clerk.get(`/gift-cards/${giftCard.id}`)
    expect(answer.ok(ShownGiftCard)).toStrictEqual({ ...giftCard, replaceable: true })
    expect(answer.headers['etag']).toBe('"1"')
    const { transactions } = (await clerk.get(`/gift-cards/${giftCard.id}/transactions`)).ok(
      GiftCardTransactionsAnswer,
    )
    expect(transactions).toMatchObject([
      { version: 1, kind: 'issue', amount: 25, balance: 25, reason: 'The lamp came broken', orderId: null },
    ])
  })

  it('a card that was printed before keeps its code, and no other gets it', async () => {
    const clerk = await manager()
    const code = aCode()
    const { giftCard } = await issued(clerk, { code })
    expect(giftCard.lastCharacters).toBe(code.slice(-4))
    const before = await contentNow(shop().dataDir)
    const again = await clerk.post('/gift-cards', { ...credit, code: code.toLowerCase() })
    expect(again.refused('Conflict')).toStrictEqual(['code: is the code of another gift card'])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
    // Another store of the same core has cards of its own.
    const uptown = await shop().as('admin', 'uptown')
    expect((await lookUp(uptown, code)).refused('NotFound')).toHaveLength(1)
    expect((await uptown.get(`/gift-cards/${giftCard.id}`)).refused('NotFound')).toHaveLength(1)
    await issued(uptown, { code, currency: 'USD' })
  })

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 10_000_001 }, 'amount'],
    [{ currency: 'CHF' }, 'currency'],
    [{ currency: 'euro' }, 'currency'],
    [{ code: 'AB12' }, 'code'],
    [{ code: 'Größe1' }, 'code'],
    [{ code: '---' }, 'code'],
    [{ code: 'A'.repeat(41) }, 'code'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: undefined }, 'reason'],
  ])('none is issued with %o', async (body, field) => {
    const clerk = await manager()
    const before = await contentNow(shop().dataDir)
    expect(
      (await clerk.post('/gift-cards', { ...credit, ...body })).faultyFields('BadRequest'),
    ).toStrictEqual([field])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('none has the code of goods, which stands on each piece of them', async () => {
    const manager = await shop().as('admin')
    const goods = (await manager.products()).filter(({ barcode }) => barcode !== null)
    const { id } = await aGiftCard(manager)
    const body = { amount: 5, currency: 'EUR', reason: 'Goodwill' }
    for (const code of goods.slice(0, 2).flatMap(({ barcode, sku }) => [barcode, sku])) {
      const answers = [
        await manager.post('/gift-cards', { ...body, code }),
        await manager.post(`/gift-cards/${id}/replace`, { code }),
      ]
      for (const answer of answers)
        expect(answer.refused('BadRequest')).toStrictEqual(['code: is the code of goods'])
    }
  })

  // Whoever may give a card another code could spend what is on it.
  it('credit is issued, and cards are replaced and deactivated, by who manages the shop', async () => {
    const clerk = await shop().as('staff')
    const { giftCard } = await issued(await manager())
    expect((await clerk.post('/gift-cards', credit)).refused('Forbidden')).toHaveLength(1)
    const deactivated = await clerk.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'x' })
    expect(deactivated.refused('Forbidden')).toHaveLength(1)
    expect((await clerk.post(`/gift-cards/${giftCard.id}/replace`, {})).refused('Forbidden')).toHaveLength(1)
    expect((await clerk.get(`/gift-cards/${giftCard.id}`)).ok(GiftCard)).toStrictEqual(giftCard)
  })

  it('its code is kept nowhere, and an Idempotency-Key makes one card', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const headers = { 'idempotency-key': 'card-1' }
    const first = (await clerk.post('/gift-cards', credit, { headers })).ok(IssuedGiftCard)
    const second = await clerk.post('/gift-cards', credit, { headers })
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.ok(IssuedGiftCard)).toStrictEqual({ ...first, code: null })
    const { code } = (await clerk.post(`/gift-cards/${first.giftCard.id}/replace`, {})).ok(IssuedGiftCard)
    const everything = JSON.stringify([
      await storedRows(own.dataDir, 'gift_cards'),
      await storedRows(own.dataDir, 'gift_card_transactions'),
      await storedRows(own.dataDir, 'idempotency_keys'),
    ])
    for (const told of [first.code, code]) {
      const plain = String(told).replaceAll('-', '')
      expect(everything).not.toContain(told)
      expect(everything).not.toContain(plain)
      expect(everything).not.toContain(plain.slice(0, 8))
    }
  })

  it('a card that was lost gets another code; what is on it stays', async () => {
    const clerk = await manager()
    const { code, giftCard } = await issued(clerk)
    const path = `/gift-cards/${giftCard.id}/replace`
    const answer = await clerk.post(path, { reason: 'Lost' }, { headers: { 'if-match': '"1"' } })
    const replaced = answer.ok(IssuedGiftCard)
    expect(replaced.giftCard).toMatchObject({ id: giftCard.id, version: 2, balance: 25, state: 'active' })
    expect((await lookUp(clerk, code)).refused('NotFound')).toHaveLength(1)
    expect((await lookUp(clerk, replaced.code ?? '')).ok(GiftCard)).toStrictEqual(replaced.giftCard)

    const late = await clerk.post(path, {}, { headers: { 'if-match': '"1"' } })
    expect(late.refused('Conflict')).toHaveLength(1)
    const { code: taken } = await issued(clerk)
    expect((await clerk.post(path, { code: taken })).faultyFields('Conflict')).toStrictEqual(['code'])
    // Its own once more is no other card's.
    expect((await clerk.post(path, { code: replaced.code })).ok(IssuedGiftCard).giftCard.version).toBe(3)
    const { transactions } = (await clerk.get(`/gift-cards/${giftCard.id}/transactions`)).ok(
      GiftCardTransactionsAnswer,
    )
    expect(transactions.map(({ kind, reason, version }) => [version, kind, reason])).toStrictEqual([
      [3, 'replace', null],
      [2, 'replace', 'Lost'],
      [1, 'issue', 'The lamp came broken'],
    ])
  })

  it('who has issued one may give it another code while nothing has happened to it: the answer may be lost', async () => {
    const clerk = await shop().as('staff')
    const admin = await manager()
    await markAsGiftCard(admin)
    const { order, paymentId } = await clerk.anOrder({ payment: 'Cash', quantities: [1] })
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const lineId = order.orderLines[0]?.id
    const { giftCard } = (await clerk.post(`/orders/${order.id}/gift-cards`, { lineId })).ok(IssuedGiftCard)
    const replace = async (by: Clerk) => by.post(`/gift-cards/${giftCard.id}/replace`, {})
    const isReplaceable = async (by: Clerk): Promise<boolean> =>
      (await by.get(`/gift-cards/${giftCard.id}`)).ok(ShownGiftCard).replaceable === true
    const colleague = await shop().as('staff price')
    expect(await isReplaceable(colleague)).toBe(false)
    expect((await replace(colleague)).refused('Forbidden')).toHaveLength(1)
    // So may the answer that told another one.
    for (const version of [2, 3]) {
      expect(await isReplaceable(clerk)).toBe(true)
      expect((await replace(clerk)).ok(IssuedGiftCard).giftCard.version).toBe(version)
    }
    expect(await isReplaceable(admin)).toBe(true)
    expect((await replace(admin)).ok(IssuedGiftCard).giftCard.version).toBe(4)
    expect(await isReplaceable(clerk)).toBe(false)
    expect((await replace(clerk)).refused('Forbidden')).toHaveLength(1)
    await admin.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Stolen' })
    expect(await isReplaceable(admin)).toBe(false)
  })

  it('and no more once anything was paid by it, nor when no lost answer is given again', async () => {
    const own = await openShop()
    const [clerk, admin] = [await own.as('staff'), await own.as('admin')]
    await markAsGiftCard(admin)
    const sold = async () => {
      const { order, paymentId } = await clerk.anOrder({ payment: 'Cash', quantities: [1] })
      await clerk.post(`/payments/${paymentId}/capture`, {})
      const lineId = order.orderLines[0]?.id
      return (await clerk.post(`/orders/${order.id}/gift-cards`, { lineId })).ok(IssuedGiftCard)
    }
    const replace = async ({ giftCard }: IssuedGiftCard) =>
      (await own.as('staff')).post(`/gift-cards/${giftCard.id}/replace`, {})
    const spent = await sold()
    const bought = await clerk.anOrder({ payment: 'Gift card', quantities: [1] })
    const paid = { giftCardCode: spent.code, amount: 0.5 }
    expect((await clerk.post(`/payments/${bought.paymentId}/capture`, paid)).status).toBe(200)
    expect((await replace(spent)).refused('Forbidden')).toHaveLength(1)

    const late = await sold()
    own.clock.advance(24 * 3600 - 1)
    expect((await replace(late)).status).toBe(200)
    own.clock.advance(1)
    expect((await replace(late)).refused('Forbidden')).toHaveLength(1)
  })

  it('one that is deactivated stays so', async () => {
    const clerk = await manager()
    const { giftCard } = await issued(clerk)
    const path = `/gift-cards/${giftCard.id}`
    const stale = { headers: { 'if-match': '"7"' } }
    expect(
      (await clerk.post(`${path}/deactivate`, { reason: 'Stolen' }, stale)).refused('Conflict'),
    ).toHaveLength(1)
    const deactivated = (await clerk.post(`${path}/deactivate`, { reason: 'Stolen' })).ok(GiftCard)
    expect(deactivated).toMatchObject({ state: 'deactivated', balance: 25, version: 2 })
    for (const [step, body] of [
      ['deactivate', { reason: 'again' }],
      ['replace', {}],
    ] as const)
      expect((await clerk.post(`${path}/${step}`, body)).refused('Conflict')).toHaveLength(1)
  })

  it('of two who replace it at once, the one whose answer is last has the code that counts', async () => {
    const clerk = await manager()
    const { giftCard } = await issued(clerk)
    const answers = await Promise.all(
      [1, 2].map(async () => clerk.post(`/gift-cards/${giftCard.id}/replace`, {})),
    )
    const codes = answers.map((answer) => answer.ok(IssuedGiftCard))
    const [last] = codes.toSorted((one, other) => other.giftCard.version - one.giftCard.version)
    expect(codes.map((one) => one.giftCard.version).toSorted((a, b) => a - b)).toStrictEqual([2, 3])
    for (const one of codes) {
      const found = await lookUp(clerk, one.code ?? '')
      expect(found.status).toBe(one === last ? 200 : 404)
    }
  })

  it('of two that are to have one code at once, one gets it', async () => {
    const clerk = await manager()
    const cards = [await issued(clerk), await issued(clerk)]
    const code = aCode()
    const answers = await Promise.all([
      ...cards.map(async ({ giftCard }) => clerk.post(`/gift-cards/${giftCard.id}/replace`, { code })),
      clerk.post('/gift-cards', { ...credit, code }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 409, 409])
  })

  it('what all of them hold is told by currency, without those that are deactivated or used up', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const outstanding = async () =>
      (await clerk.get('/gift-cards/outstanding')).ok(OutstandingGiftCards).outstanding
    const [dkk, eur] = await outstanding()
    expect([dkk?.currency, eur?.currency]).toStrictEqual(['DKK', 'EUR'])
    await issued(clerk, { amount: 10.01 })
    const { giftCard } = await issued(clerk, { amount: 3 })
    const before = { currency: 'EUR', giftCards: eur?.giftCards ?? 0, balance: eur?.balance ?? 0 }
    expect(await outstanding()).toStrictEqual([
      dkk,
      { ...before, giftCards: before.giftCards + 2, balance: before.balance + 13.01 },
    ])
    await clerk.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'x' })
    const { code } = await issued(clerk, { amount: 2 })
    const { paymentId } = await clerk.anOrder({ payment: 'Gift card' })
    expect(
      (await clerk.post(`/payments/${paymentId}/capture`, { giftCardCode: code, amount: 2 })).status,
    ).toBe(200)
    expect(await outstanding()).toStrictEqual([
      dkk,
      { ...before, giftCards: before.giftCards + 1, balance: before.balance + 10.01 },
    ])
  })

  it('are listed newest first, by state, and by the last four of their code', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const [demo] = (await clerk.get('/gift-cards', { maxItems: 1 })).ok(GiftCardsAnswer).giftCards
    const ids: string[] = []
    for (const code of ['CARD-AAAA-0001', 'CARD-AAAA-0002', 'CARD-BBBB-0001']) {
      own.clock.advance(1)
      ids.unshift((await issued(clerk, { code })).giftCard.id)
    }
    await clerk.post(`/gift-cards/${ids[1]}/deactivate`, { reason: 'x' })
    const list = async (query: object): Promise<string[]> =>
      (await clerk.get('/gift-cards', { ...query })).ok(GiftCardsAnswer).giftCards.map(({ id }) => id)
    const all = await list({})
    expect(all.slice(0, 3)).toStrictEqual(ids)
    expect(all).toContain(demo?.id)
    expect(await list({ state: 'deactivated' })).toStrictEqual([ids[1]])
    expect(await list({ search: '0001' })).toStrictEqual([ids[0], ids[2]])
    expect(await list({ search: '0001', state: 'deactivated' })).toStrictEqual([])
    expect(await list({ search: 'nobody' })).toStrictEqual([])
    const first = (await clerk.get('/gift-cards', { maxItems: 2 })).ok(GiftCardsAnswer)
    const { nextPagingToken } = first
    const rest = await list({ maxItems: 2, nextPagingToken })
    expect([...first.giftCards.map(({ id }) => id), ...rest].slice(0, 4)).toStrictEqual(all.slice(0, 4))
  })
})
