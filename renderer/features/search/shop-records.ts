import { campaigns } from '../../api/campaigns.ts'
import { paymentMethods, shippingMethods } from '../../api/methods.ts'
import { listAll, type Records } from '../../api/records.ts'
import { priceGroups } from '../../api/selling.ts'
import type { Texts } from '../../i18n/index.ts'
import { wordFinder } from '../../ui/find-by-name.ts'
import { guidIn } from '../../ui/guid.ts'
import { textIn } from '../records/text-in.ts'
import { openPlaces, placeRoute, type RecordPlaceKey } from '../settings/places.ts'
import type { Found, ShopKind } from './found.ts'

/** What the shop sells by, of which it has few: each has a page among the settings. */
export interface ShopRecord {
  readonly id: string
  readonly names: Readonly<Record<string, string>>
  readonly state: 'active' | 'draft' | 'retired'
}
interface ShopList {
  readonly kind: ShopKind
  readonly place: RecordPlaceKey
  readonly records: Pick<Records<ShopRecord, never, never>, 'list'>
}
export type ShopRecords = readonly { readonly list: ShopList; readonly records: readonly ShopRecord[] }[]

const CAMPAIGNS: ShopList = { kind: 'campaign', place: 'campaigns', records: campaigns }
const LISTS: readonly ShopList[] = [
  CAMPAIGNS,
  { kind: 'price-group', place: 'price-groups', records: priceGroups },
  { kind: 'shipping-method', place: 'shipping-methods', records: shippingMethods },
  { kind: 'payment-method', place: 'payment-methods', records: paymentMethods },
]

/** All that whoever is here may open, to be looked through while one types: nothing of it is asked for by letters. */
export async function listShopRecords(): Promise<ShopRecords> {
  const open = LISTS.filter(({ place }) => openPlaces().some(({ key }) => key === place))
  return Promise.all(open.map(async (list) => ({ list, records: await listAll(list.records) })))
}

interface Finding {
  readonly cultureCode: string
  readonly locale: string
  /** Of each kind. */
  readonly most: number
  readonly t: Texts['t']
}

/** Those that a search means: by their id, or the words of a name in any language; what is retired comes last of its kind. */
export function findShopRecords(all: ShopRecords, search: string, finding: Finding): Found[] {
  const id = guidIn(search)
  const fits = wordFinder(search, finding.locale)
  const isMeant = (record: ShopRecord): boolean =>
    id === undefined ? Object.values(record.names).some(fits) : record.id === id
  return all.flatMap(({ list, records }) =>
    records
      .filter(isMeant)
      .toSorted((one, other) => Number(one.state === 'retired') - Number(other.state === 'retired'))
      .slice(0, finding.most)
      .map((record) => found(list, record, finding)),
  )
}

/** The campaigns that have a code, which the core alone knows; none where whoever is here may open none. */
export async function findCampaignsByCode(
  search: string,
  finding: Finding,
  signal: AbortSignal,
): Promise<Found[]> {
  if (!openPlaces().some(({ key }) => key === CAMPAIGNS.place)) return []
  const { items } = await CAMPAIGNS.records.list({ search, maxItems: finding.most }, signal)
  return items.map((campaign) => found(CAMPAIGNS, campaign, finding))
}

const found = (
  { kind, place }: ShopList,
  { id, names, state }: ShopRecord,
  { cultureCode, t }: Finding,
): Found => ({
  kind,
  id,
  title: textIn(names, cultureCode) ?? id,
  ...(state !== 'active' && { text: t(`campaigns.states.${state}`) }),
  to: { name: `${placeRoute({ key: place })}-record`, params: { id } },
})
