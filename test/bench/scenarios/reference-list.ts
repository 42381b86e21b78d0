import { deepEqual } from 'node:assert/strict'
import { coreAndBare, loadScenario } from '../load/drive.ts'
import { repeatReads } from '../load/repeat-reads.ts'
import type { Scenario } from '../scenario.ts'

/** A list that every form asks for, such as `countries`. */
export const referenceList = (name: string, clients: number): Scenario =>
  loadScenario(
    { name: `list-${name}`, title: `List of ${name.replace('-', ' ')}`, clients, servers: coreAndBare },
    async ({ client, shop }) => {
      const list = shop.lists.find((each) => each.name === name)
      if (!list) throw new Error(`There is no list ${name}.`)
      return repeatReads(client, [list.path], (answer) => deepEqual(answer, list.answer))
    },
  )
