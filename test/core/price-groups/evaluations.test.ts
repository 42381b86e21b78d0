import { describe, expect, it } from 'vitest'
import {
  EvaluationAnswer,
  EvaluationsAnswer,
  PriceGroupsAnswer,
} from '../../../core/price-groups/price-group.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const evaluations = async (clerk: Clerk, query: Record<string, string> = {}) =>
  (await clerk.get('/price-groups/evaluations', query)).ok(EvaluationsAnswer).priceGroups

const criteriaOf = async (clerk: Clerk, name: string, query: Record<string, string> = {}) =>
  (await evaluations(clerk, query)).find((group) => group.name === name)?.criteria ?? []

describe('the price groups of a shop, held against a sale', () => {
  it('are those of the list with and without filters, each as its own evaluation says', async () => {
    const clerk = await shop().as('storefront')
    const filters = { 'filters-country': 'DE', 'filters-export': 'yes' }
    const found = await evaluations(clerk, filters)
    const { cultureCode } = clerk
    const list = async (query: object) =>
      (await clerk.get('/price-groups', { cultureCode, ...query })).ok(PriceGroupsAnswer).priceGroups
    expect(found.map(({ id, name }) => ({ id, name }))).toStrictEqual(await list({}))
    const valid = found.filter((group) => group.valid).map(({ id, name }) => ({ id, name }))
    expect(valid).toStrictEqual(await list(filters))
    for (const { id, valid: isValid, criteria } of found) {
      const single = (await clerk.get(`/price-groups/${id}/evaluation`, filters)).ok(EvaluationAnswer)
      expect({ valid: isValid, criteria }).toStrictEqual(single)
    }
    expect(found.find(({ name }) => name === 'Germany, EUR')).toMatchObject({
      currency: 'EUR',
      baseGroup: { name: 'Shop price, EUR' },
    })
  })

  it('are those of one currency where it is asked for, page by page, and faults name their field', async () => {
    const clerk = await shop().as('storefront')
    const query = { currency: 'DKK', maxItems: '3' }
    const names: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const answer = await clerk.get('/price-groups/evaluations', { ...query, nextPagingToken: token })
      const page = answer.ok(EvaluationsAnswer)
      expect(page.priceGroups.length).toBeLessThanOrEqual(3)
      names.push(...page.priceGroups.map(({ name }) => name))
      token = page.nextPagingToken
    }
    const whole = await evaluations(clerk, { currency: 'DKK' })
    expect(names).toStrictEqual(whole.map(({ name }) => name))
    expect(whole.every(({ currency }) => currency === 'DKK')).toBe(true)
    for (const wrong of [
      { at: 'noon' },
      { at: '2026-13-01T10:00' },
      { at: '2026-02-30T10:00' },
      { currency: 'USD' },
      { cultureCode: 'fr-FR' },
      { 'filters-customer': 'Ida' },
    ]) {
      const answer = await clerk.get('/price-groups/evaluations', wrong)
      expect(answer.faultyFields('BadRequest')).toStrictEqual(Object.keys(wrong))
    }
  })

  it('are held against another time where that is asked for, on the clock of the store', async () => {
    const clerk = await shop().as('storefront')
    const isValid = async (name: string, at: string) => (await criteriaOf(clerk, name, { at }))[0]?.valid
    expect(await isValid('Morning coffee, DKK', '2026-11-20T07:59')).toBe(false)
    expect(await isValid('Morning coffee, DKK', '2026-11-20T08:00')).toBe(true)
    expect(await isValid('Morning coffee, DKK', '2026-11-21T09:00')).toBe(false)
    expect(await isValid('Harbour jubilee 2100', '2100-01-01T00:00')).toBe(true)
    expect(await isValid('Harbour jubilee 2100', '2099-12-31T23:59')).toBe(false)
    const [criterion] = await criteriaOf(clerk, 'Harbour jubilee 2100', { at: '2026-07-01T12:00' })
    expect(criterion?.found).toStrictEqual([{ value: '2026-07-01T10:00:00.000Z', name: null }])
  })

  it('tell in facts what is asked for and what was found, for whoever says it in other words', async () => {
    const clerk = await shop().as('staff')
    const { customerGroups } = (await clerk.get('/customer-groups')).body as {
      customerGroups: { id: string; name: string }[]
    }
    const [club, berth] = ['Harbour Club', 'Berth holders'].map((name) =>
      customerGroups.find((group) => group.name === name),
    )
    const filter = { 'filters-customerGroup': berth?.id ?? '' }
    expect(await criteriaOf(clerk, 'Harbour Club, EUR', filter)).toMatchObject([
      {
        valid: false,
        asked: [{ parameter: 'customerGroup', value: club?.id, name: 'Harbour Club' }],
        found: [{ value: berth?.id, name: 'Berth holders' }],
      },
    ])
    expect(await criteriaOf(clerk, 'Harbour Club, EUR')).toMatchObject([{ valid: false, found: [] }])
    expect(await criteriaOf(clerk, 'Tax-free export', { 'filters-export': 'no' })).toMatchObject([
      {
        kind: 'property',
        asked: [
          { parameter: 'key', value: 'export', name: null },
          { parameter: 'value', value: 'tax-free', name: null },
          { parameter: 'value', value: 'yes', name: null },
        ],
        found: [{ value: 'no', name: null }],
      },
    ])
    expect(await criteriaOf(clerk, 'Harbour jubilee 2100')).toMatchObject([
      {
        kind: 'timeWindow',
        asked: [{ parameter: 'from', value: '2099-12-31T23:00:00Z', name: null }],
        found: [{ value: '2026-11-20T09:30:00.000Z', name: null }],
      },
    ])
  })
})
