import type { Component } from 'vue'
import CampaignPage from './features/campaigns/campaign-page.vue'
import CampaignsPage from './features/campaigns/campaigns-page.vue'
import CatalogPage from './features/catalogs/catalog-page.vue'
import CatalogsPage from './features/catalogs/catalogs-page.vue'
import DataPage from './features/data/data-page.vue'
import LocalApiPage from './features/local-api/local-api-page.vue'
import MailPage from './features/mail/mail-page.vue'
import PaymentMethodPage from './features/methods/payment-method-page.vue'
import PaymentMethodsPage from './features/methods/payment-methods-page.vue'
import ShippingMethodPage from './features/methods/shipping-method-page.vue'
import ShippingMethodsPage from './features/methods/shipping-methods-page.vue'
import PriceGroupPage from './features/price-groups/price-group-page.vue'
import PriceGroupsPage from './features/price-groups/price-groups-page.vue'
import CountriesPage from './features/served-countries/countries-page.vue'
import CountryPage from './features/served-countries/country-page.vue'
import type { PlaceKey, RecordPlaceKey } from './features/settings/places.ts'
import ShopPage from './features/shop/shop-page.vue'
import StaffMemberPage from './features/staff/staff-member-page.vue'
import StaffPage from './features/staff/staff-page.vue'
import TaxRatePage from './features/tax-rates/tax-rate-page.vue'
import TaxRatesPage from './features/tax-rates/tax-rates-page.vue'
import DrawerPage from './features/tills/drawer-page.vue'
import TillRecordPage from './features/tills/till-record-page.vue'
import TillsPage from './features/tills/tills-page.vue'

// Every page but the two that a clerk works on: one file, because to ask for a file costs more than what is in most of them.

export { default as CirclePage } from './features/circles/circle-page.vue'
export { default as CirclesPage } from './features/circles/circles-page.vue'
export { default as CustomerDisplay } from './features/customer-display/customer-display.vue'
export { default as CustomerPage } from './features/customers/customer-page.vue'
export { default as CustomersPage } from './features/customers/customers-page.vue'
export { default as NewCustomerPage } from './features/customers/new-customer-page.vue'
export { default as GiftCardPage } from './features/gift-cards/gift-card-page.vue'
export { default as GiftCardsPage } from './features/gift-cards/gift-cards-page.vue'
export { default as ImportPage } from './features/imports/import-page.vue'
export { default as OrderPage } from './features/orders/order-page.vue'
export { default as OrdersPage } from './features/orders/orders-page.vue'
export { default as LabelsPage } from './features/labels/labels-page.vue'
export { default as PicturesPage } from './features/products/pictures/pictures-page.vue'
export { default as PriceGridPage } from './features/price-grid/price-grid-page.vue'
export { default as PricesPage } from './features/prices/prices-page.vue'
export { default as PrintPage } from './features/print/print-page.vue'
export { default as NewProductPage } from './features/products/new-product-page.vue'
export { default as ProductPage } from './features/products/product-page.vue'
export { default as ProductsPage } from './features/products/products-page.vue'
export { default as SettingsPage } from './features/settings/settings-page.vue'
export { default as AdjustStockPage } from './features/stock/adjust-stock-page.vue'
export { default as SetupForm } from './features/session/setup-form.vue'
export { default as StockLevelPage } from './features/stock/stock-level-page.vue'
export { default as StockPage } from './features/stock/stock-page.vue'
export { default as TakingsPage } from './features/takings/takings-page.vue'
export { default as TakingsPrintPage } from './features/takings/takings-print-page.vue'
export { default as OpenDrawerDialog } from './features/tills/open-drawer-dialog.vue'
export { default as TillCountPage } from './features/tills/till-count-page.vue'
export { default as TillPage } from './features/tills/till-page.vue'
export { default as TodayPage } from './features/today/today-page.vue'

/** The page of each place of the settings. */
export const placePages: Readonly<Record<PlaceKey, Component>> = {
  shop: ShopPage,
  tills: TillsPage,
  drawer: DrawerPage,
  email: MailPage,
  staff: StaffPage,
  'price-groups': PriceGroupsPage,
  'tax-rates': TaxRatesPage,
  catalogs: CatalogsPage,
  'shipping-methods': ShippingMethodsPage,
  'payment-methods': PaymentMethodsPage,
  countries: CountriesPage,
  campaigns: CampaignsPage,
  'local-api': LocalApiPage,
  data: DataPage,
}

/** The page of one record of those that list some, with the property `id`. */
export const recordPages: Readonly<Record<RecordPlaceKey, Component>> = {
  tills: TillRecordPage,
  staff: StaffMemberPage,
  'price-groups': PriceGroupPage,
  'tax-rates': TaxRatePage,
  catalogs: CatalogPage,
  'shipping-methods': ShippingMethodPage,
  'payment-methods': PaymentMethodPage,
  countries: CountryPage,
  campaigns: CampaignPage,
}
