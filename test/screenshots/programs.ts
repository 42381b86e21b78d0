import { runCli } from '../e2e/served-core.ts'

/** Programs beside the console, so that their page has something to show; each with what it asks. */
const PROGRAMS = [
  {
    name: 'Web shop',
    scope: 'storefront',
    paths: ['/price-groups?cultureCode=en-GB', '/countries?filterOnStore=true', '/countries?cultureCode=xx'],
  },
  {
    name: 'Label printer',
    scope: 'support',
    paths: ['/orders?status=Paid', '/orders?search=jorgen', '/orders/count?status=Paid'],
  },
] as const

/** Asks the API what programs ask. */
export type Ask = (api: string) => Promise<void>

/** @returns what each of the programs asks, once they are registered */
export async function registerPrograms(dataDir: string): Promise<Ask> {
  const secrets: { clientId: string; clientSecret: string }[] = []
  for (const { name, scope } of PROGRAMS) {
    const options = ['--store', 'harbour', '--name', name, '--scope', scope, '--data', dataDir]
    secrets.push(await runCli('client', 'create', ...options))
  }
  return async (api) => {
    for (const [index, { paths }] of PROGRAMS.entries()) {
      const { clientId = '', clientSecret = '' } = secrets[index] ?? {}
      const answer = await fetch(`${api}/api/v1/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
      const { access_token: token } = (await answer.json()) as { access_token: string }
      for (const path of paths) {
        await fetch(`${api}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
      }
    }
  }
}
