import { Type } from 'typebox'
import { listed } from '../../kernel/listed.ts'
import { Held, oneOf } from './criterion.ts'
import { checkMembership, customer, filterId } from './membership.ts'
import { registerCriterionKind } from './registry.ts'

/** Holds for people of one of some organizations: given as `organization`, or by way of `customer`. */
registerCriterionKind({
  kind: 'organization',
  parameters: Type.Object({ organization: oneOf(Held('organization')) }),
  filters: { customer, organization: filterId('An organization.') },
  describe: ({ organization }, nameOf) => `The organization is ${listed(organization.map(nameOf), 'or')}`,
  check: ({ organization }, facts, nameOf) =>
    checkMembership('organization', organization, facts.organizations, nameOf),
  find: (_, { organizations }) => [...organizations],
})
