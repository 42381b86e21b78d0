import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { partsOf } from '../soak/part.ts'

it('the long run has every property that has rounds', () => {
  const files = globSync('test/{core,conformance,model,torture,e2e}/**/*.test.ts')
  const named = partsOf(60).flatMap(({ command }) => command.filter((name) => name.includes('/')))
  const forgotten = files
    .filter((file) => /\brounds\(/.test(readFileSync(file, 'utf8')))
    .filter((file) => !named.some((name) => file.includes(name)))
  expect(forgotten).toStrictEqual([])
})
