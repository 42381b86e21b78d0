import { Type } from 'typebox'
import { PROPERTY_KEY_LENGTH, PROPERTY_VALUE_LENGTH } from '../../http/schema.ts'
import { listed } from '../../kernel/listed.ts'
import { alone, oneOf } from './criterion.ts'
import { registerCriterionKind } from './registry.ts'

/** Holds where a property of the request has one of some values. */
registerCriterionKind({
  kind: 'property',
  parameters: Type.Object({
    key: alone(Type.String({ minLength: 1, maxLength: PROPERTY_KEY_LENGTH })),
    value: oneOf(Type.String({ maxLength: PROPERTY_VALUE_LENGTH })),
  }),
  describe: ({ key, value }) => `The property ${key[0] ?? ''} is ${listed(value, 'or')}`,
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
