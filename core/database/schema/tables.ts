import type {
  AccessTokenTable,
  AuthorizationCodeTable,
  ClientOriginTable,
  ClientRedirectUriTable,
  ClientTable,
  GrantTable,
  IdempotencyKeyTable,
  RefreshTokenTable,
} from '../../access/access.table.ts'
import type {
  CartAddressTable,
  CartDiscountTable,
  CartEventTable,
  CartLineTable,
  CartPromotionCodeTable,
  CartShipmentTable,
  CartTable,
} from '../../carts/cart.table.ts'
import type {
  CatalogNameTable,
  CatalogTable,
  PriceTable,
  ProductNameTable,
  ProductTable,
  ProductTermTable,
  VariantNameTable,
  VariantTable,
} from '../../catalog/catalog.table.ts'
import type {
  CartLinePropertyTable,
  CartPropertyTable,
} from '../../custom-properties/custom-property.table.ts'
import type {
  CustomerAddressTable,
  CustomerGroupMemberTable,
  CustomerGroupTable,
  CustomerTable,
  CustomerTermTable,
  OrganizationTable,
  WalkInCustomerTable,
} from '../../customers/customer.table.ts'
import type {
  OrderAddressTable,
  OrderDiscountTable,
  OrderEventTable,
  OrderLinePropertyTable,
  OrderLineTable,
  OrderNumberTable,
  OrderPropertyTable,
  OrderShipmentTable,
  OrderTable,
  OrderTermTable,
} from '../../orders/order.table.ts'
import type { PaymentTable } from '../../orders/payments/payment.table.ts'
import type {
  PriceGroupCriterionTable,
  PriceGroupCriterionValueTable,
  PriceGroupNameTable,
  PriceGroupTable,
} from '../../price-groups/price-group.table.ts'
import type {
  PaymentMethodCountryTable,
  PaymentMethodFeeTable,
  PaymentMethodPropertyTable,
  PaymentMethodTable,
  PaymentMethodTextTable,
} from '../../payment-methods/payment-method.table.ts'
import type {
  CampaignCodeTable,
  CampaignCurrencyTable,
  CampaignItemAmountTable,
  CampaignItemCatalogTable,
  CampaignItemProductTable,
  CampaignItemTable,
  CampaignItemTextTable,
  CampaignPriceGroupTable,
  CampaignTable,
  CampaignTextTable,
} from '../../promotions/promotion.table.ts'
import type { CountryNameTable, CountryTable } from '../../countries/country.table.ts'
import type {
  ShippingMethodCountryTable,
  ShippingMethodPaymentMethodTable,
  ShippingMethodPriceTable,
  ShippingMethodTable,
  ShippingMethodTextTable,
} from '../../shipping-methods/shipping-method.table.ts'
import type {
  CurrencyTable,
  StoreCultureTable,
  StoreCurrencyTable,
  StoreTable,
} from '../../stores/store.table.ts'

/** What belongs to this database file itself, not to a store: the key that signs paging tokens. */
export interface SettingTable {
  key: string
  value: string
}

/** Every table, each described in the room it belongs to. */
export interface Tables {
  settings: SettingTable

  stores: StoreTable
  store_cultures: StoreCultureTable
  store_currencies: StoreCurrencyTable

  clients: ClientTable
  client_redirect_uris: ClientRedirectUriTable
  client_origins: ClientOriginTable
  grants: GrantTable
  authorization_codes: AuthorizationCodeTable
  access_tokens: AccessTokenTable
  refresh_tokens: RefreshTokenTable
  idempotency_keys: IdempotencyKeyTable

  currencies: CurrencyTable
  countries: CountryTable
  country_names: CountryNameTable
  shipping_methods: ShippingMethodTable
  shipping_method_texts: ShippingMethodTextTable
  shipping_method_prices: ShippingMethodPriceTable
  shipping_method_countries: ShippingMethodCountryTable
  shipping_method_payment_methods: ShippingMethodPaymentMethodTable
  payment_methods: PaymentMethodTable
  payment_method_texts: PaymentMethodTextTable
  payment_method_fees: PaymentMethodFeeTable
  payment_method_countries: PaymentMethodCountryTable
  payment_method_properties: PaymentMethodPropertyTable

  price_groups: PriceGroupTable
  price_group_names: PriceGroupNameTable
  price_group_criteria: PriceGroupCriterionTable
  price_group_criterion_values: PriceGroupCriterionValueTable

  catalogs: CatalogTable
  catalog_names: CatalogNameTable
  products: ProductTable
  product_names: ProductNameTable
  variants: VariantTable
  variant_names: VariantNameTable
  prices: PriceTable
  product_terms: ProductTermTable

  customers: CustomerTable
  customer_groups: CustomerGroupTable
  customer_group_members: CustomerGroupMemberTable
  organizations: OrganizationTable
  customer_addresses: CustomerAddressTable
  customer_terms: CustomerTermTable
  walk_in_customers: WalkInCustomerTable

  campaigns: CampaignTable
  campaign_texts: CampaignTextTable
  campaign_currencies: CampaignCurrencyTable
  campaign_codes: CampaignCodeTable
  campaign_price_groups: CampaignPriceGroupTable
  campaign_items: CampaignItemTable
  campaign_item_amounts: CampaignItemAmountTable
  campaign_item_texts: CampaignItemTextTable
  campaign_item_catalogs: CampaignItemCatalogTable
  campaign_item_products: CampaignItemProductTable

  carts: CartTable
  cart_lines: CartLineTable
  cart_addresses: CartAddressTable
  cart_shipments: CartShipmentTable
  cart_properties: CartPropertyTable
  cart_line_properties: CartLinePropertyTable
  cart_promotion_codes: CartPromotionCodeTable
  cart_discounts: CartDiscountTable
  cart_events: CartEventTable

  order_numbers: OrderNumberTable
  orders: OrderTable
  order_lines: OrderLineTable
  order_addresses: OrderAddressTable
  order_shipments: OrderShipmentTable
  order_properties: OrderPropertyTable
  order_line_properties: OrderLinePropertyTable
  order_discounts: OrderDiscountTable
  order_events: OrderEventTable
  order_terms: OrderTermTable
  payments: PaymentTable
}
