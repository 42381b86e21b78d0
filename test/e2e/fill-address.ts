import type { Locator } from 'playwright'

/** Fills all that an address needs into the form of one: Ida Holm, Kajen 4, 8000 Aarhus. */
export async function fillAddress(form: Locator): Promise<void> {
  const field = (name: string): Locator => form.getByLabel(name, { exact: true })
  await field('First name').fill('Ida')
  await field('Last name').fill('Holm')
  await field('Street and number').fill('Kajen 4')
  await field('Postal code').fill('8000')
  await field('City').fill('Aarhus')
}
