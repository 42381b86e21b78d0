import { Type } from 'typebox'
import { listed } from './membership.ts'
import { registerCriterionKind } from './registry.ts'

/** Holds where a property of the request has one of some values. */
registerCriterionKind({
  kind: 'property',
  parameters: Type.Object({
    key: Type.Array(Type.String(), { minItems: 1, maxItems: 1 }),
    value: Type.Array(Type.String(), { minItems: 1 }),
  }),
  describe: ({ key, value }) => `The property ${key[0] ?? ''} is ${listed(value)}`,
  check: ({ key: [key = ''], value }, { properties }) => {
    const given = properties.get(key)
    if (given === undefined) return { valid: false, reason: `the property ${key} is not given` }
    return {
      valid: value.includes(given),
      reason: `the property ${key} is ${given === '' ? 'empty' : given}`,
    }
  },
  find: ({ key: [key = ''] }, { properties }) => [properties.get(key)].filter((given) => given !== undefined),
})
