/** Every kind of criterion; a new one is a module beside these and a line here. */
import './customer-group.ts'
import './organization.ts'
import './property.ts'
import './time-window.ts'

export { isHeldRecord } from './criterion.ts'
export type { Criterion, Facts, HeldRecord, Holds, NameOf } from './criterion.ts'
export {
  checkCriterion,
  criterionKinds,
  describeCriterion,
  faultsOfCriterion,
  filterParameters,
  findOfCriterion,
  heldBy,
} from './registry.ts'
