import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { listCountries, type Country } from '../../api/reference-lists.ts'
import { holdsScope } from '../../api/scopes.ts'
import { getStore, type Store } from '../../api/stores.ts'
import { shopZone } from '../../ui/shop-zone.ts'
import { regionOf } from '../addresses/place-lines.ts'
import { usePreferences } from '../preferences/preferences.ts'

/** The store this session works for, loaded once, and its countries in the clerk's language. */
export const useStoreInfo = defineStore('store-info', () => {
  const preferences = usePreferences()
  const store = shallowRef<Store>()
  watch(store, (shown) => (shopZone.value = shown?.timeZone), { flush: 'sync' })
  const countries = ref(new Map<string, Country[]>())

  /** The store's culture nearest to the language of the console. */
  const clerkCulture = computed(() => {
    const { cultures = [], defaultCultureCode = 'en-GB' } = store.value ?? {}
    if (defaultCultureCode.startsWith(preferences.locale)) return defaultCultureCode
    return cultures.find((culture) => culture.startsWith(preferences.locale)) ?? defaultCultureCode
  })

  /** Every currency that something was sold in: those first that it takes now. */
  const soldIn = computed(() => {
    const { currencies = [], formerCurrencies = [] } = store.value ?? {}
    return [...currencies, ...formerCurrencies].map(({ isoCode }) => isoCode)
  })

  let asked: Promise<Store> | undefined
  async function load(): Promise<Store> {
    if (store.value) return store.value
    asked ??= getStore().finally(() => (asked = undefined))
    store.value = await asked
    return store.value
  }

  /** What is shown of the store is as it is stored now. */
  async function reload(): Promise<void> {
    store.value = await getStore()
  }

  async function readCountries(culture: string): Promise<Country[]> {
    const sorted = (await listCountries(culture)).toSorted((a, b) => a.name.localeCompare(b.name, culture))
    countries.value.set(culture, sorted)
    return sorted
  }
  const loading = new Map<string, Promise<Country[]>>()
  /** All countries by name in the clerk's language, as an address form offers them. */
  async function loadCountries(): Promise<Country[]> {
    await load()
    const culture = clerkCulture.value
    const known = countries.value.get(culture)
    if (known) return known
    const asked = loading.get(culture) ?? readCountries(culture).finally(() => loading.delete(culture))
    loading.set(culture, asked)
    return asked
  }
  const reloads = ref(0)
  /** What is shown of countries is as it is stored now; whoever may not read them has none of those that others have read. */
  async function reloadCountries(): Promise<void> {
    if (holdsScope('staff')) await Promise.all([...countries.value.keys()].map(readCountries))
    else countries.value.clear()
    reloads.value += 1
  }
  /** What the list of countries depends on. */
  const countriesBy = computed(() => [clerkCulture.value, reloads.value])

  const regions = computed(
    () => new Map([...countries.value.values()].flat().map((each) => [each.id, regionOf(each.cultureCode)])),
  )
  /** The code of a country, where the countries have been loaded: whoever only looks orders up may not read them. */
  const regionOfCountry = (id: string): string | undefined => regions.value.get(id)
  /** A country's name in the clerk's language, where the countries have been loaded. */
  const nameOfCountry = (id: string): string | undefined =>
    countries.value.get(clerkCulture.value)?.find((country) => country.id === id)?.name
  async function loadRegions(): Promise<void> {
    if (holdsScope('staff')) await loadCountries()
  }

  return {
    store,
    clerkCulture,
    soldIn,
    load,
    reload,
    loadCountries,
    reloadCountries,
    countriesBy,
    loadRegions,
    nameOfCountry,
    regionOfCountry,
  }
})
