import { shallowRef } from 'vue'
import { listCustomerGroups, listOrganizations, type Circle } from '../../api/customers.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'

/** What customers can belong to. */
interface Circles {
  readonly groups: readonly Circle[]
  readonly organizations: readonly Circle[]
}

/** As they were last: whoever comes back to a list of customers finds its filters as they were. */
const known = shallowRef<Circles>()

/** The groups and organizations that customers can be of; undefined until they have come once. */
export function useCircles(): Pick<Loaded<Circles>, 'data' | 'error' | 'isLoading' | 'load'> {
  const loaded = useLoaded<Circles>(
    async () => {
      const [groups, organizations] = await Promise.all([listCustomerGroups(), listOrganizations()])
      return (known.value = { groups, organizations })
    },
    () => 'once',
  )
  useLive(['record.changed'], () => loaded.refresh())
  return { ...loaded, data: known }
}
