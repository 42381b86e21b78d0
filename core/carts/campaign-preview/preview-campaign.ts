import { readShelf, type Shelf } from '../../catalog/manage/shelf.ts'
import type { ReadDb } from '../../database/engine.ts'
import { timestamp } from '../../kernel/clock.ts'
import { pickText } from '../../kernel/culture.ts'
import { CommerceError, notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { toMajor } from '../../kernel/money.ts'
import type { Context } from '../../operations/context.ts'
import { discountGoods, type DiscountedGoods } from '../../pricing/discount-goods.ts'
import { obstacleTo, type Campaign } from '../../pricing/discounts.ts'
import { codesOfCart, findUsedUp } from '../../promotions/campaign-limits.repository.ts'
import { findVariantIds } from '../../promotions/manage/campaign-products.repository.ts'
import { findCampaignRecords } from '../../promotions/manage/campaign-record.repository.ts'
import type { CampaignDraft, CampaignRecord } from '../../promotions/manage/campaign-record.ts'
import { checkCampaigns } from '../../promotions/manage/check-campaigns.ts'
import { readCampaign } from '../../promotions/manage/read-campaign.ts'
import { findCampaigns, readDiscountTexts } from '../../promotions/promotion.repository.ts'
import { requireCulture } from '../../stores/store.ts'
import type { Texts } from '../../records/texts.ts'
import type {
  CampaignPreview,
  CampaignPreviewBody,
  PreviewDiscount,
  PreviewNote,
} from './campaign-preview.schema.ts'
import { readSampleCart, type SampleCart } from './sample-cart.ts'

/**
 * What a campaign would make of a cart: its totals without the campaign and with it, as though it ran and its code were
 * given, with the other campaigns that run. Writes nothing.
 * @throws CommerceError NotFound for a campaign or cart that does not exist; BadRequest, naming every field at fault
 */
export async function previewCampaign(
  db: ReadDb,
  { now, storeId }: Pick<Context, 'now' | 'storeId'>,
  body: CampaignPreviewBody,
): Promise<CampaignPreview> {
  const shelf = await readShelf(db, storeId)
  const culture = requireCulture(shelf.store, body.cultureCode ?? shelf.store.defaultCulture)
  const draft = await readDraft(db, shelf, body)
  const sample = await readSampleCart(db, shelf.store, culture, body)
  const { cartId, currency, findCustomer } = sample
  const running = await findCampaigns(db, {
    storeId,
    currencyId: currency.id,
    now,
    ...(cartId !== undefined && { cartId }),
    ...(findCustomer && { findCustomer }),
  })
  const id = body.campaignId ?? newId()
  const others = running.filter((campaign) => campaign.id !== id)
  const skus = draft.items.flatMap((item) => item.skus)
  const campaign = asRunning(id, draft, currency.id, await findVariantIds(db, storeId, skus))
  const before = discountGoods(sample, others)
  const after = discountGoods(sample, campaign ? [...others, campaign] : others)
  const given = await codesOfCart(db, [id], { cartId })
  // A cart that was given none is shown as though it were given one: any that is left lets it in.
  const codes = given.size > 0 ? given : new Map([[id, draft.codes.map((code) => code.id)]])
  const usedUp = await findUsedUp(db, [{ id, limits: draft.limits }], { cartId, findCustomer, codes })
  const discountsOf = await naming(db, {
    campaigns: [...others, ...(campaign ? [campaign] : [])],
    culture,
    draft,
    sample,
    shelf,
  })
  const outcome = (goods: typeof before) => ({
    subTotal: toMajor(goods.totals.subTotal, currency.isoCode),
    shippingTotal: toMajor(goods.totals.shippingTotal, currency.isoCode),
    discountTotal: toMajor(goods.totals.discountTotal, currency.isoCode),
    tax: toMajor(goods.totals.tax, currency.isoCode),
    orderTotal: toMajor(goods.totals.orderTotal, currency.isoCode),
    discounts: discountsOf(goods),
  })
  const isTaken = after.parts.some((part) => campaign?.items.some((item) => item.id === part.campaignItemId))
  return {
    currency: currency.isoCode,
    lines: sample.lines.map(({ productName, quantity, sku, variantSku }) => ({
      sku,
      variantSku,
      productName,
      quantity,
    })),
    before: outcome(before),
    after: outcome(after),
    notes: [
      ...notesOnTime(draft, timestamp(now)),
      ...(usedUp.has(id) ? [note('usedUp', 'It has been used as often as it may be.')] : []),
      ...(isTaken ? [] : [whyNothing(sample, campaign)]),
    ],
  }
}

/** @throws CommerceError NotFound; BadRequest, its fields within `campaign` */
async function readDraft(
  db: ReadDb,
  shelf: Shelf,
  { campaign, campaignId }: CampaignPreviewBody,
): Promise<CampaignDraft> {
  let before: CampaignRecord | undefined
  if (campaignId !== undefined) {
    ;[before] = await findCampaignRecords(db, shelf.store.id, [campaignId])
    if (!before) throw notFound('campaign.not-found', 'There is no such campaign.')
  }
  const { draft, faults } = readCampaign(shelf, campaign, before)
  const all = [...faults, ...(await checkCampaigns(db, shelf, [{ before, draft }])).flat()]
  if (all.length === 0) return draft
  const within = all.map((fault) => ({ ...fault, field: `campaign.${fault.field}` }))
  throw new CommerceError('BadRequest', 'campaign.invalid', within)
}

/** The campaign as the rules see it where it runs; undefined where it does not run in the currency. */
function asRunning(
  id: string,
  draft: CampaignDraft,
  currencyId: string,
  variantIdsOf: (sku: string) => readonly string[],
): Campaign | undefined {
  const minimum = draft.minimums[currencyId]
  if (minimum === undefined) return undefined
  return {
    id,
    priority: draft.priority,
    isExclusive: draft.isExclusive,
    minimum,
    priceGroupIds: new Set(draft.priceGroupIds),
    items: draft.items.flatMap((item) => {
      const amount = item.amounts[currencyId]
      const off = item.rate === null ? amount !== undefined && { amount } : { rate: item.rate }
      return off
        ? [
            {
              id: item.id,
              target: item.target,
              off,
              catalogIds: new Set(item.catalogIds),
              variantIds: new Set(item.skus.flatMap(variantIdsOf)),
            },
          ]
        : []
    }),
  }
}

interface Named {
  readonly shelf: Shelf
  readonly culture: string
  readonly draft: CampaignDraft
  readonly sample: SampleCart
  readonly campaigns: readonly Campaign[]
}

/** Discounts with the names of their campaigns: those of the draft are in nobody's table. */
async function naming(db: ReadDb, { campaigns, culture, draft, sample, shelf }: Named) {
  const own = new Map(draft.items.map((item) => [item.id, item]))
  const campaignOf = new Map(campaigns.flatMap(({ id, items }) => items.map((item) => [item.id, id])))
  const kept = [...campaignOf.keys()].filter((id) => !own.has(id))
  const textOf = await readDiscountTexts(db, kept, culture)
  const textIn = (texts: Texts): string => {
    const rows = Object.entries(texts).map(([culture_code, text]) => ({ culture_code, text }))
    return pickText(rows, culture, shelf.store.defaultCulture)?.text ?? ''
  }
  return ({ parts }: Pick<DiscountedGoods<never, never>, 'parts'>): PreviewDiscount[] =>
    parts.map(({ amount, campaignItemId, lineId, target }) => {
      const item = own.get(campaignItemId)
      const text = item
        ? { campaignName: textIn(draft.names), campaignItemName: textIn(item.names) }
        : textOf(campaignItemId)
      const lineIndex = sample.lines.findIndex(({ id }) => id === lineId)
      return {
        campaignId: campaignOf.get(campaignItemId) ?? '',
        campaignName: text.campaignName,
        campaignItemName: text.campaignItemName,
        target,
        lineIndex: lineIndex < 0 ? null : lineIndex,
        amountOffTotal: toMajor(amount, sample.currency.isoCode),
      }
    })
}

const note = (kind: PreviewNote['kind'], text: string): PreviewNote => ({
  kind,
  text,
  needed: null,
  goods: null,
})

/** What of a draft keeps it from running by itself at a moment. */
function notesOnTime({ isAutomatic, state, validFrom, validTo }: CampaignDraft, now: string): PreviewNote[] {
  return [
    ...(state === 'active' ? [] : [note('draft', `It does not run: its state is ${state}.`)]),
    ...(validFrom !== null && now < validFrom ? [note('notBegun', `It runs from ${validFrom} on.`)] : []),
    ...(validTo !== null && now >= validTo ? [note('over', `It ended ${validTo}.`)] : []),
    ...(isAutomatic ? [] : [note('code', 'It needs one of its codes.')]),
  ]
}

function whyNothing(sample: SampleCart, campaign: Campaign | undefined): PreviewNote {
  const { isoCode } = sample.currency
  if (!campaign) return note('currency', `It does not run in ${isoCode}.`)
  const obstacle = obstacleTo(sample, campaign)
  switch (obstacle?.kind) {
    case 'minimum':
      return {
        kind: 'minimum',
        text: 'It asks for more goods than it sees.',
        needed: toMajor(campaign.minimum, isoCode),
        goods: toMajor(obstacle.goods, isoCode),
      }
    case 'priceGroups':
      return note('priceGroups', 'Nothing of the cart is sold in its price groups.')
    case 'goods':
      return note('goods', 'It is off other goods than these.')
    case 'shipment':
      return note('shipment', 'It is off a shipment, and there is none that costs anything.')
    case undefined:
      return note('others', 'Other campaigns leave the buyer less to pay, or nothing that it could take off.')
  }
}
