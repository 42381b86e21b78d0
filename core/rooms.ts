import { access } from './access/index.ts'
import { afterSales } from './after-sales/index.ts'
import { carts } from './carts/index.ts'
import { catalog } from './catalog/index.ts'
import { checkout } from './checkout/index.ts'
import { countries } from './countries/index.ts'
import { data } from './data/index.ts'
import { customProperties } from './custom-properties/index.ts'
import { customers } from './customers/index.ts'
import { drawerOpenings } from './drawer-openings/index.ts'
import { events } from './events/index.ts'
import { history } from './history/index.ts'
import { figures } from './figures/index.ts'
import { giftCards } from './gift-cards/index.ts'
import { health } from './http/index.ts'
import type { Room } from './http/room.ts'
import { operations } from './operations/index.ts'
import { orders } from './orders/index.ts'
import { paymentMethods } from './payment-methods/index.ts'
import { priceGroups } from './price-groups/index.ts'
import { people } from './people/index.ts'
import { mailSettings } from './mail-settings/index.ts'
import { receiptEmails } from './receipt-emails/index.ts'
import { promotions } from './promotions/index.ts'
import { records } from './records/index.ts'
import { firstStart } from './setup/index.ts'
import { servedCountries } from './served-countries/index.ts'
import { storeSettings } from './store-settings/index.ts'
import { shippingMethods } from './shipping-methods/index.ts'
import { staff } from './staff/index.ts'
import { stock } from './stock/index.ts'
import { stores } from './stores/index.ts'
import { taxRates } from './tax-rates/index.ts'
import { tillCounts } from './till-counts/index.ts'
import { tills } from './tills/index.ts'
import { transfer } from './transfer/index.ts'

/** Every room of the core, in the order of its document. A new one is a line here. */
export const rooms: readonly Room[] = [
  customers,
  stores,
  countries,
  taxRates,
  priceGroups,
  catalog,
  stock,
  shippingMethods,
  paymentMethods,
  servedCountries,
  customProperties,
  promotions,
  tills,
  drawerOpenings,
  giftCards,
  carts,
  orders,
  checkout,
  afterSales,
  receiptEmails,
  people,
  figures,
  tillCounts,
  transfer,
  data,
  storeSettings,
  mailSettings,
  staff,
  access,
  firstStart,
  events,
  history,
  records,
  operations,
  health,
]
