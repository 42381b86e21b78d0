declare module '../database/schema/tables.ts' {
  interface Tables {
    mail_settings: MailSettingsTable
  }
}

/** By which server a store sends mail, and in whose name; where there is no row it sends none. */
export interface MailSettingsTable {
  store_id: string
  version: number
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  /** Null where the server asks nobody who they are. */
  user_name: string | null
  /** As its keeper has sealed it; by the one that is called `plain`, as it is. */
  password: string | null
  password_keeper: string | null
  sender_name: string
  sender_address: string
  reply_to: string | null
}
