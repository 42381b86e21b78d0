import type { Page } from 'playwright'

/** Chooses the console's language by hand. @param view what the menu of the view is called in the language before */
export async function sayLanguage(page: Page, view: string, language: string): Promise<void> {
  await page.getByRole('button', { name: view, exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: language }).click()
  await page.keyboard.press('Escape')
}
