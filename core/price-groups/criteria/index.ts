/** Every kind of criterion; a new one is a module beside these and a line here. */
import './customer-group.ts'
import './organization.ts'
import './property.ts'
import './time-window.ts'

export type { Criterion, Facts, NameOf } from './criterion.ts'
export { checkCriterion, describeCriterion, filterParameters, findOfCriterion } from './registry.ts'
