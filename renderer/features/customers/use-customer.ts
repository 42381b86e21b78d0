import {
  getManagedCustomer,
  listCustomerEvents,
  replaceCustomer,
  type ManagedCustomer,
} from '../../api/managed-customers.ts'
import { useRecordEditor, type RecordEditor } from '../records/use-record-editor.ts'
import { bodyOf, formOf, isChanged, type CustomerForm } from './customer-form.ts'

/** Under which a window keeps what was typed of one. */
export const customerKeptAs = (id: string): string => `backcounter.customer.${id}`

/** A customer of the shop, to be changed. */
export const useCustomer = (id: string): RecordEditor<ManagedCustomer, CustomerForm> =>
  useRecordEditor<ManagedCustomer, CustomerForm>({
    keptAs: customerKeptAs(id),
    load: (signal) => getManagedCustomer(id, signal),
    save: (seen, form) => replaceCustomer(seen, bodyOf(form)),
    listEvents: (customer, maxItems) => listCustomerEvents(customer.id, maxItems),
    formOf,
    isChanged,
  })
