import { Readable } from 'node:stream'
import { customerNoun } from '../customers/manage/customer.noun.ts'
import { managedCustomer } from '../customers/manage/customer-view.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import type { Change } from '../kernel/change.ts'
import { answerRead, answerWrite, type Outcome } from '../operations/answer.ts'
import { contextOf } from '../operations/context.ts'
import { getRecord } from '../records/get-record.ts'
import { nounOf } from '../records/noun.ts'
import { eraseCustomer } from './erase-customer.ts'
import { mergeCustomers, previewMerge, type Merged } from './merge-customers.ts'
import { CustomerTurnover, EraseAnswer, MergeAnswer, MergeBody, PersonData } from './people.schema.ts'
import { personData, type KnownOfPerson } from './person-data.ts'
import { turnoverOf } from './turnover.ts'

const tags = ['Extensions']
const params = idParams('id')

const changed = (id: string, version: number): Change => ({
  type: 'record.changed',
  noun: nounOf(customerNoun),
  id,
  version,
})

const mergeAnswer = ({ customer, people, ...counts }: Merged): MergeAnswer => ({
  ...counts,
  customer: managedCustomer(people, customer),
})

/** A person's data as JSON, in pieces: nobody holds all of it. */
async function* textOf({ carts, orders, ...known }: KnownOfPerson): AsyncGenerator<string> {
  yield JSON.stringify(known).slice(0, -1)
  for (const [name, list] of Object.entries({ carts, orders })) {
    yield `,"${name}":[`
    let between = ''
    for await (const item of list) {
      yield between + JSON.stringify(item)
      between = ','
    }
    yield ']'
  }
  yield '}'
}

/** What concerns all that is known of a person, in whatever room it is. */
export function peopleRoutes(app: App, services: Services): void {
  app.get(
    '/manage/customers/:id/turnover',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getCustomerTurnover',
        summary: 'Get what a customer has bought for',
        description: 'Their orders are at `/orders?customerId=`, their carts at `/carts?customerId=`.',
        tags,
        params,
        response: answers(CustomerTurnover),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const { id } = await getRecord(db, customerNoun, storeId, request.params.id)
        return turnoverOf(db, id)
      }),
  )

  app.post(
    '/manage/customers/:id/merge',
    {
      config: { scope: 'manage', heedsIfMatch: true },
      schema: {
        operationId: 'mergeCustomers',
        'x-refuses': ['Conflict'],
        summary: 'Merge a double into a customer',
        description:
          'Orders, carts, addresses and groups of the double move to this customer, who gets from it what they lack, and is ' +
          'offered again where only the double was. The double is gone: its id and its e-mail lead here. Orders keep the names that they were placed with. With `dryRun` ' +
          'it is only said what would be done.',
        tags,
        params,
        body: MergeBody,
        response: answers(MergeAnswer),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context): Promise<Outcome<MergeAnswer>> => {
        const { dryRun = false, doubleId } = request.body
        const { id } = request.params
        if (dryRun) {
          const merged = await previewMerge(db, context, id, doubleId)
          return { value: mergeAnswer(merged), version: merged.customer.version - 1 }
        }
        const merged = await mergeCustomers(db, context, id, doubleId)
        const { version } = merged.customer
        return {
          value: mergeAnswer(merged),
          version,
          changes: [...context.changes, changed(merged.customer.id, version), changed(doubleId, version)],
        }
      }),
  )

  app.get(
    '/manage/customers/:id/data',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'getPersonData',
        summary: 'Get everything that is known of a person',
        description:
          'The customer with its history, carts and orders with theirs, and the gift cards that were issued with these, to be handed ' +
          'over: one JSON file.',
        tags,
        params,
        response: answers(PersonData),
      },
    },
    async (request, reply) => {
      const known = await personData(services.database, contextOf(services, request), request.params.id)
      reply.header('content-type', 'application/json; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="customer-${known.customer.id}.json"`)
      // Its text, of which the schema tells what stands in it.
      return Readable.from(textOf(known)) as unknown as PersonData
    },
  )

  app.post(
    '/manage/customers/:id/erase',
    {
      config: { scope: 'manage', heedsIfMatch: true },
      schema: {
        operationId: 'eraseCustomer',
        'x-refuses': ['Conflict'],
        summary: 'Erase what is known of a person',
        description:
          'For good: nobody can take it back. The customer, their addresses, notes and e-mails go, out of carts, orders, ' +
          'histories, searches, reasons about gift cards that were issued with their orders and receipts that were e-mailed, too; orders keep numbers, dates, goods, amounts, taxes, payments, and the country and ' +
          'state that they are taxed in. Refused while one of their orders is still to be paid or delivered. Backups hold ' +
          'the data until they are deleted, and kept answers to repeated requests for a day.',
        tags,
        params,
        response: answers(EraseAnswer),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context): Promise<Outcome<EraseAnswer>> => {
        const { carts, id, orders, version } = await eraseCustomer(db, context, request.params.id)
        return {
          value: { success: true, orders, carts },
          changes: [...context.changes, changed(id, version)],
        }
      }),
  )
}
