import { Type } from 'typebox'
import packageJson from '../../package.json' with { type: 'json' }
import { read } from '../database/database.ts'
import { answers, type App, type Services } from './routes.ts'

const Health = Type.Object({ status: Type.String(), version: Type.String(), database: Type.String() })

/** Whether the core answers and its database can be read; no token needed. */
export function healthRoutes(app: App, { database }: Services): void {
  app.get(
    '/health',
    {
      schema: { summary: 'Is the core well?', tags: ['Extensions'], security: [], response: answers(Health) },
    },
    async () => {
      await read(database, async (db) => db.selectFrom('settings').select('key').limit(1).execute())
      return { status: 'ok', version: packageJson.version, database: 'ok' }
    },
  )
}
