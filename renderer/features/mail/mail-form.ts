import type { MailServer, MailSettingsBody } from '../../api/mail.ts'

/** The ports that servers listen at for each kind of line. */
const USUAL_PORTS = { tls: '465', starttls: '587', none: '25' } as const

export type Security = keyof typeof USUAL_PORTS
export const SECURITIES = Object.keys(USUAL_PORTS) as readonly Security[]

/** What stands in the form, as it is typed. */
export interface MailForm {
  host: string
  port: string
  security: Security
  user: string
  /** Empty where the one that is stored stays. */
  password: string
  senderName: string
  senderAddress: string
  replyTo: string
}

/** The form of what is stored; where nothing is, of what the shop says of itself. */
export function formOf(
  { settings }: Pick<MailServer, 'settings'>,
  shop: { readonly name: string; readonly emailAddress: string | null } | undefined,
): MailForm {
  return {
    host: settings?.host ?? '',
    port: String(settings?.port ?? USUAL_PORTS.tls),
    security: settings?.security ?? 'tls',
    user: settings?.user ?? '',
    password: '',
    senderName: settings?.senderName ?? shop?.name ?? '',
    senderAddress: settings?.senderAddress ?? shop?.emailAddress ?? '',
    replyTo: settings?.replyTo ?? '',
  }
}

/** Another kind of line takes its usual port along, unless somebody has typed another. */
export const withSecurity = (form: MailForm, security: Security): MailForm => ({
  ...form,
  security,
  port: form.port === USUAL_PORTS[form.security] ? USUAL_PORTS[security] : form.port,
})

/** What is sent; a password that nobody has typed is left out. */
export const bodyOf = (form: MailForm): MailSettingsBody => ({
  host: form.host.trim(),
  port: Number(form.port.trim()),
  security: form.security,
  user: form.user.trim() || null,
  ...(form.password !== '' && { password: form.password }),
  senderName: form.senderName.trim(),
  senderAddress: form.senderAddress.trim(),
  replyTo: form.replyTo.trim() || null,
})
