import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACCEPTED, licencesPage, licenceTexts, partsOf } from './licences.ts'

/** Behind `npm run licences`: the page in `docs/`, and the texts that go into a package. */
const root = join(import.meta.dirname, '../..')
const parts = partsOf(root)
const refused = parts.filter(({ licence }) => !ACCEPTED.has(licence))
if (refused.length > 0) {
  const list = refused.map(
    ({ name, version, licence }) => `${name} ${version}: ${licence || 'none declared'}`,
  )
  throw new Error(`These licences need a decision:\n${list.join('\n')}`)
}
writeFileSync(join(root, 'docs/licences.md'), licencesPage(parts))
writeFileSync(join(root, 'out/third-party-licences.txt'), licenceTexts(root, parts))
