import { languageOf } from '../kernel/culture.ts'
import type { Mail } from '../mail/send-mail.ts'

type Texts = (shop: string) => Pick<Mail, 'subject' | 'text'>

const english: Texts = (shop) => ({
  subject: `Test mail of ${shop}`,
  text: `${shop} can send receipts by e-mail: this is a test mail of Backcounter.`,
})

const byLanguage: Readonly<Record<string, Texts>> = {
  en: english,
  da: (shop) => ({
    subject: `Testmail fra ${shop}`,
    text: `${shop} kan sende kvitteringer på e-mail: dette er en testmail fra Backcounter.`,
  }),
  de: (shop) => ({
    subject: `Testmail von ${shop}`,
    text: `${shop} kann Belege per E-Mail senden: Dies ist eine Testmail von Backcounter.`,
  }),
  ja: (shop) => ({
    subject: `${shop} のテストメール`,
    text: `${shop} からレシートをメールで送信できます。これは Backcounter のテストメールです。`,
  }),
}

/** What stands in a mail that is sent to see whether it comes; in the language of a culture, English where there are no words. */
export const testMail: (culture: string, shop: string) => Pick<Mail, 'subject' | 'text'> = (culture, shop) =>
  (byLanguage[languageOf(culture)] ?? english)(shop)
