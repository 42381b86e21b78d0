import { shallowRef, type ShallowRef } from 'vue'
import { listCustomerGroups, listOrganizations } from '../../api/customers.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

interface Circles {
  readonly groups: Awaited<ReturnType<typeof listCustomerGroups>>
  readonly organizations: Awaited<ReturnType<typeof listOrganizations>>
}

/** As they were last: whoever comes back to a list of customers finds its filters as they were. */
const known = shallowRef<Circles>()

/** The groups and organizations that customers can be of; undefined until they have come once. */
export function useCircles(): Readonly<ShallowRef<Circles | undefined>> {
  const loaded = useLoaded(
    async () => {
      const [groups, organizations] = await Promise.all([listCustomerGroups(), listOrganizations()])
      known.value = { groups, organizations }
    },
    () => 'once',
  )
  useLive(['record.changed'], () => loaded.refresh())
  return known
}
