import type { ReadDb } from '../database/engine.ts'
import { Paging } from '../http/pagination.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, notFound } from '../kernel/errors.ts'
import { parseMoment } from '../kernel/moment.ts'
import { answerRead } from '../operations/answer.ts'
import { answerCached } from '../operations/cached-answers.ts'
import type { Context } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import { requireCulture, requireCurrency } from '../stores/store.ts'
import { gatherFacts } from './criteria.repository.ts'
import { evaluatePriceGroup } from './evaluate-price-group.ts'
import { readFilters } from './filters.ts'
import { listEvaluations } from './list-evaluations.ts'
import { listPriceGroups } from './price-group.repository.ts'
import {
  EvaluationAnswer,
  EvaluationQuery,
  EvaluationsAnswer,
  EvaluationsQuery,
  PriceGroupsAnswer,
  PriceGroupsQuery,
} from './price-group.schema.ts'

export function priceGroupRoutes(app: App, services: Services): void {
  app.get(
    '/price-groups',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'getPriceGroups',
        'x-section': '4.9 and 4.10',
        summary: 'Get price groups',
        description:
          'With any parameter that begins with `filters-`, only groups whose criteria hold, those of time too. With ' +
          '`currency`, an addition to the contract, only groups that sell in it.',
        tags: ['Reference lists'],
        querystring: PriceGroupsQuery,
        response: answers(PriceGroupsAnswer),
      },
    },
    async (request, reply) => {
      const filters = readFilters(request.query)
      const list = async (db: ReadDb, { storeId, now }: Context) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { cultureCode, currency } = request.query
        const culture = requireCulture(store, cultureCode)
        const currencyId = currency === undefined ? undefined : requireCurrency(store, currency).id
        const facts = filters && (await gatherFacts(db, store, filters, now))
        const priceGroups = await listPriceGroups(db, store, paging.page, { culture, currencyId, facts })
        return { priceGroups: [...priceGroups.rows], nextPagingToken: paging.next(priceGroups) }
      }
      // What is valid depends on the moment and on the customer, too.
      return filters ? answerRead(services, request, list) : answerCached(services, request, reply, list)
    },
  )

  app.get(
    '/price-groups/evaluations',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'evaluatePriceGroups',
        summary: 'Which price groups are offered, which are not, and why',
        description:
          'Takes the same `filters-*` as the list of price groups, and answers those too that are not valid: how each ' +
          'criterion stands, inherited ones too.',
        tags: ['Extensions'],
        querystring: EvaluationsQuery,
        response: answers(EvaluationsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId, now }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const store = await getStore(db, storeId)
        const { cultureCode, currency, at } = request.query
        const culture = requireCulture(store, cultureCode ?? store.defaultCulture)
        const currencyId = currency === undefined ? undefined : requireCurrency(store, currency).id
        const { timeZone } = store
        const moment = at === undefined ? timestamp(now) : parseMoment(at, { timeZone, takesLocal: true })
        if (moment === undefined) throw badRequest('time.unknown', 'is no such time', 'at')
        const filters = readFilters(request.query) ?? new Map()
        const facts = await gatherFacts(db, store, filters, new Date(moment))
        const listed = await listEvaluations(db, store, paging.page, { culture, currencyId, facts })
        return { priceGroups: [...listed.rows], nextPagingToken: paging.next(listed) }
      }),
  )

  app.get(
    '/price-groups/:priceGroupId/evaluation',
    {
      config: { scope: 'storefront' },
      schema: {
        operationId: 'evaluatePriceGroup',
        summary: 'Why a price group is offered, or is not',
        description:
          'Takes the same `filters-*` as the list and says for each criterion, inherited ones too, how it stands.',
        tags: ['Extensions'],
        params: idParams('priceGroupId'),
        querystring: EvaluationQuery,
        response: answers(EvaluationAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId, now }) => {
        const store = await getStore(db, storeId)
        const culture = requireCulture(store, request.query.cultureCode ?? store.defaultCulture)
        const facts = await gatherFacts(db, store, readFilters(request.query) ?? new Map(), now)
        const evaluation = await evaluatePriceGroup(db, store, request.params.priceGroupId, {
          culture,
          facts,
        })
        if (!evaluation) throw notFound('price-group.not-found', 'There is no such price group.')
        return evaluation
      }),
  )
}
