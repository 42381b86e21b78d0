import { Type } from 'typebox'
import { listed } from '../../kernel/listed.ts'
import { Held, oneOf } from './criterion.ts'
import { checkMembership, customer, filterId } from './membership.ts'
import { registerCriterionKind } from './registry.ts'

/** Holds for customers of one of some groups: given as `customerGroup`, or by way of `customer`. */
registerCriterionKind({
  kind: 'customerGroup',
  parameters: Type.Object({ customerGroup: oneOf(Held('customer-group')) }),
  filters: { customer, customerGroup: filterId('A customer group.') },
  describe: ({ customerGroup }, nameOf) => `The customer group is ${listed(customerGroup.map(nameOf), 'or')}`,
  check: ({ customerGroup }, facts, nameOf) =>
    checkMembership('customer group', customerGroup, facts.customerGroups, nameOf),
  find: (_, { customerGroups }) => [...customerGroups],
})
