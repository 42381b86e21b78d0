import { computed, type ComputedRef } from 'vue'
import { useTexts, type MessageKey, type Texts } from '../../i18n/index.ts'

/** Kinds of criteria and their parameters in words; what a module adds is called as it calls itself. */
const KINDS: Readonly<Record<string, MessageKey>> = {
  customerGroup: 'priceGroups.kind.customerGroup',
  organization: 'priceGroups.kind.organization',
  property: 'priceGroups.kind.property',
  timeWindow: 'priceGroups.kind.timeWindow',
}
const PARAMETERS: Readonly<Record<string, MessageKey>> = {
  'customerGroup.customerGroup': 'priceGroups.parameter.customerGroups',
  'organization.organization': 'priceGroups.parameter.organizations',
  'property.key': 'priceGroups.parameter.key',
  'property.value': 'priceGroups.parameter.values',
  'timeWindow.from': 'priceGroups.parameter.from',
  'timeWindow.to': 'priceGroups.parameter.to',
  'timeWindow.weekday': 'priceGroups.parameter.weekdays',
  'timeWindow.startTime': 'priceGroups.parameter.startTime',
  'timeWindow.endTime': 'priceGroups.parameter.endTime',
}

export interface KindTexts {
  kind: (name: string) => string
  parameter: (kind: string, name: string) => string
}

/** As {@link kindTexts}, in the console's language. */
export function useKindTexts(): ComputedRef<KindTexts> {
  const { t } = useTexts()
  return computed(() => kindTexts(t))
}

export const kindTexts = (t: Texts['t']): KindTexts => ({
  kind(name) {
    const key = KINDS[name]
    return key ? t(key) : name
  },
  parameter(kind, name) {
    const key = PARAMETERS[`${kind}.${name}`]
    return key ? t(key) : name
  },
})
