import type { Locator } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedCustomer } from '../../../core/customers/manage/managed-customer.schema.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import type { ManagedPriceGroup } from '../../../core/price-groups/manage/price-group.schema.ts'
import type { ManagedCampaign } from '../../../core/promotions/manage/campaign.schema.ts'
import { ManagedShippingMethod } from '../../../core/shipping-methods/manage/shipping-method.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { attemptTag } from '../attempt-tag.ts'
import { accessibilityFaults } from '../audit.ts'
import { counterOfDemoShop } from '../counter.ts'
import { eventually } from '../eventually.ts'
import { faultAt } from '../field-fault.ts'
import { localProgram } from '../local-program.ts'

/** Records of the shop that a colleague deletes while somebody types something for them. */
const counter = counterOfDemoShop()
const tag = attemptTag()
let colleague: Clerk
beforeAll(async () => {
  colleague = await localProgram(counter().core, 'manage')
})

const aRecord = async (list: string, body: object): Promise<string> => {
  const answer = await colleague.post(`/manage/${list}`, body)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { id: string }).id
}
const aGroup = async (name: string): Promise<string> =>
  aRecord('price-groups', { names: { 'en-GB': name }, currency: 'EUR' })
const remove = async (list: string, id: string): Promise<void> => {
  expect((await colleague.delete(`/manage/${list}/${id}`)).status).toBeLessThan(300)
  // It was never used, so nothing of it is left.
  expect((await colleague.get(`/manage/${list}/${id}`)).status).toBe(404)
}

const field = (name: string): Locator =>
  counter().page.getByRole('main').getByRole('textbox', { name, exact: true }).first()
const saved = async (): Promise<void> => counter().page.getByText('Saved', { exact: true }).waitFor()
const GONE = 'The price group has been deleted. Empty the field, then save.'

/** What stands in the field of a group that is gone is told when it is to be saved, and only without it the rest is. */
async function letGo(amount: Locator): Promise<void> {
  await counter().press('Control+s')
  await eventually(async () => faultAt(amount)).toBe(GONE)
  await amount.and(counter().page.locator(':focus')).waitFor()
  expect(await amount.inputValue()).toBe('9.99')
  await counter().press('Control+a', 'Delete', 'Control+s')
  await saved()
}

test('a price that was typed for a group that is deleted meanwhile stays in sight, and is not said to be saved', async () => {
  const { page, goTo, press, complaints } = counter()
  const sku = `GONE-${tag()}`
  const variants = ['A', 'B'].map((letter) => ({ variantSku: `${sku}-${letter}`, prices: [] }))
  const id = await aRecord('products', { sku, names: { 'en-GB': 'Lantern' }, taxRate: 0.25, variants })
  const read = async () => (await colleague.get(`/manage/products/${id}`)).ok(ManagedProduct)
  const name = `Dealers ${tag()}`
  const gone = `Price in ${name} · No longer there`
  const first = await aGroup(name)
  await goTo(`/products/${id}`)
  await field(`Price in ${name}`).fill('9.99')
  await field('Price in Shop price, EUR').fill('12.50')
  await remove('price-groups', first)
  await field(gone).waitFor()
  await letGo(field(gone))
  // With its tax of 25%, as prices are typed in Denmark.
  expect((await read()).variants.map(({ prices }) => prices.map(({ price }) => price))).toEqual([[10], []])

  // Of a variant that is not in sight, too, and after the page was loaded anew.
  const second = await aGroup(name)
  await page.getByRole('combobox', { name: 'Prices of' }).click()
  await page.getByRole('option', { name: `${sku}-B` }).click()
  await field(`Price in ${name}`).fill('9.99')
  await remove('price-groups', second)
  await field(gone).waitFor()
  await field('Name · Danish').fill('Lanterne')
  await page.reload()
  await field('Price in Shop price, EUR').waitFor()
  await press('Control+s')
  const choice = page.getByRole('combobox', { name: 'Prices of' })
  await page.getByText(`${sku}-B: ${GONE}`).waitFor()
  await choice.and(page.locator(':focus')).waitFor()
  await choice.click()
  await page.getByRole('option', { name: `${sku}-B` }).click()
  await field('Price in No longer there').focus()
  await letGo(field('Price in No longer there'))
  const stored = await read()
  expect([stored.names['da-DK'], stored.variants[1]?.prices]).toEqual(['Lanterne', []])
  expect(complaints).toEqual([])
})

test('so does what a way to deliver costs; in a group that is retired meanwhile it is saved as it is typed', async () => {
  const { goTo, press, complaints } = counter()
  const [gone, retired] = [`Guests ${tag()}`, `Crew ${tag()}`]
  const ids = [await aGroup(gone), await aGroup(retired)]
  const [goneId = '', retiredId = ''] = ids
  const prices = [{ priceGroupId: retiredId, amount: 5 }]
  const id = await aRecord('shipping-methods', { names: { 'en-GB': `Barge ${tag()}` }, prices })
  const read = async () => (await colleague.get(`/manage/shipping-methods/${id}`)).ok(ManagedShippingMethod)
  await goTo(`/settings/shipping-methods/${id}`)
  await field(retired).fill('6.50')
  await field(gone).fill('9.99')
  await remove('price-groups', goneId)
  expect((await colleague.delete(`/manage/price-groups/${retiredId}`)).status).toBe(200)
  await field(`${gone} · No longer there`).waitFor()
  await field(`${retired} · Retired`).waitFor()
  await letGo(field(`${gone} · No longer there`))
  const amounts = async () => (await read()).prices.map(({ amount, priceGroupId }) => [priceGroupId, amount])
  expect(await amounts()).toEqual([[retiredId, 6.5]])
  await field('Name in orders').fill('Barge')
  await press('Control+s')
  await eventually(async () => (await read()).name).toBe('Barge')
  expect(await amounts()).toEqual([[retiredId, 6.5]])
  expect(complaints).toEqual([])
})

/** A page on which some of the shop's records are chosen, of which one is deleted before that is saved. */
interface Choice {
  /** The list of what is chosen. */
  readonly of: string
  readonly body: (name: string) => object
  readonly label: string
  /** The list of the records that the page is of. */
  readonly list: string
  /** Where the page is. */
  readonly place: () => Promise<string>
  /** What is typed first. */
  readonly begin?: () => Promise<void>
  readonly told: string
  readonly chosenIn: (record: unknown) => unknown
}

const main = (): Locator => counter().page.getByRole('main')
const named = (name: string): object => ({ names: { 'en-GB': name } })
const CHOICES: Readonly<Record<string, Choice>> = {
  'a group of a customer': {
    of: 'customer-groups',
    body: (name) => ({ name }),
    label: 'Customer groups',
    list: 'customers',
    place: async () => `/customers/${await aRecord('customers', { firstName: 'Ida', lastName: tag() })}`,
    told: 'Customer groups 1: there is no such customer group',
    chosenIn: (customer) => (customer as ManagedCustomer).customerGroupIds,
  },
  'a price group of a new campaign': {
    of: 'price-groups',
    body: (name) => ({ ...named(name), currency: 'EUR' }),
    label: 'Only at prices of these groups',
    list: 'campaigns',
    place: () => Promise.resolve('/settings/campaigns/new'),
    begin: async () => {
      await field('Name · English').fill(`Autumn ${tag()}`)
      await field('Per cent').fill('10')
      const item = main().getByRole('region', { name: 'Discount 1' })
      await item.getByRole('textbox', { name: 'Name · English' }).fill('A tenth off')
    },
    told: 'Only at prices of these groups · 1: there is no such price group',
    chosenIn: (campaign) => (campaign as ManagedCampaign).priceGroupIds,
  },
  'a customer group that a price group asks for': {
    of: 'customer-groups',
    body: (name) => ({ name }),
    label: 'Customer groups',
    list: 'price-groups',
    place: () => Promise.resolve('/settings/price-groups/new'),
    begin: async () => {
      await field('Name · English').fill(`Rowers ${tag()}`)
      await main().getByRole('button', { name: 'Customer group', exact: true }).click()
    },
    told: 'there is no such customer group',
    chosenIn: (group) =>
      (group as ManagedPriceGroup).criteria.flatMap(({ parameters }) => Object.values(parameters).flat()),
  },
  'a way to pay of a way to deliver': {
    of: 'payment-methods',
    body: named,
    label: 'Payment methods',
    list: 'shipping-methods',
    place: async () =>
      `/settings/shipping-methods/${await aRecord('shipping-methods', named(`Raft ${tag()}`))}`,
    told: 'Payment methods · 1: there is no such payment method',
    chosenIn: (method) => (method as ManagedShippingMethod).paymentMethodIds,
  },
}

test.for(Object.entries(CHOICES))(
  '%s that is deleted after it was chosen is shown, and can be taken back',
  async ([, { begin, body, chosenIn, label, list, of, place, told }]) => {
    const { page, goTo, press, complaints } = counter()
    const [gone, kept] = [`Fleeting ${tag()}`, `Lasting ${tag()}`]
    const ids = { gone: await aRecord(of, body(gone)), kept: await aRecord(of, body(kept)) }
    const choice = main().getByRole('listbox', { name: label })
    const option = (name: string): Locator => choice.getByRole('option', { name, exact: true })
    await goTo(await place())
    await begin?.()
    await option(gone).click()
    await option(kept).click()
    await remove(of, ids.gone)
    const left = option(`${gone} · No longer there`)
    await eventually(async () => left.getAttribute('aria-selected')).toBe('true')
    expect(await accessibilityFaults(page)).toEqual([])
    await press('Control+s')
    await page.getByRole('alert').filter({ hasText: told }).waitFor()
    // It stands first, where the arrow keys begin.
    await choice.focus()
    await press('Home', 'Space')
    await left.waitFor({ state: 'detached' })
    await press('Control+s')
    await page.waitForURL(/[0-9a-f-]{36}$/)
    const [id = ''] = page.url().split('/').slice(-1)
    await eventually(async () => chosenIn((await colleague.get(`/manage/${list}/${id}`)).body)).toEqual([
      ids.kept,
    ])
    expect(complaints).toEqual([])
  },
)
