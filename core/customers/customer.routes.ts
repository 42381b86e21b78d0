import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { PageQuery } from '../http/schema.ts'
import { notFound } from '../kernel/errors.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { getStore } from '../stores/store.repository.ts'
import { createCustomer } from './create-customer.ts'
import { findCustomer, listCustomers, listNamed } from './customer.repository.ts'
import {
  Customer,
  CustomerGroupsAnswer,
  CustomersAnswer,
  CustomersQuery,
  NewCustomerBody,
  OrganizationsAnswer,
} from './customer.schema.ts'

const tags = ['Extensions']

export function customerRoutes(app: App, services: Services): void {
  app.get(
    '/customers',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'findCustomers',
        summary: 'Find customers',
        tags,
        querystring: CustomersQuery,
        response: answers(CustomersAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const customers = await listCustomers(db, store, paging.page, request.query.search)
        return { customers: [...customers.rows], nextPagingToken: paging.next(customers) }
      }),
  )

  app.post(
    '/customers',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'createCustomer',
        'x-refuses': ['NotFound'],
        summary: 'Create a customer',
        tags,
        body: NewCustomerBody,
        response: answers(Customer),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const id = await createCustomer(db, context, request.body)
        const customer = await findCustomer(db, await getStore(db, context.storeId), id)
        if (!customer) throw new Error('A customer that was just stored is not there.')
        return { value: customer }
      }),
  )

  app.get(
    '/customers/:customerId',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getCustomer',
        summary: 'Get a customer',
        tags,
        params: idParams('customerId'),
        response: answers(Customer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const customer = await findCustomer(db, await getStore(db, storeId), request.params.customerId)
        if (!customer) throw notFound('customer.not-found', 'There is no such customer.')
        return customer
      }),
  )

  app.get(
    '/customer-groups',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listCustomerGroups',
        summary: 'Get customer groups',
        tags,
        querystring: PageQuery,
        response: answers(CustomerGroupsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const groups = await listNamed(db, 'customer_groups', storeId, paging.page)
        return { customerGroups: [...groups.rows], nextPagingToken: paging.next(groups) }
      }),
  )

  app.get(
    '/organizations',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listOrganizations',
        summary: 'Get organizations',
        tags,
        querystring: PageQuery,
        response: answers(OrganizationsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const organizations = await listNamed(db, 'organizations', storeId, paging.page)
        return { organizations: [...organizations.rows], nextPagingToken: paging.next(organizations) }
      }),
  )
}
