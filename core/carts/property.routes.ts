import {
  Accompanying,
  AddPropertyBody,
  PropertiesAnswer,
  UpdatePropertyBody,
} from '../custom-properties/custom-property.schema.ts'
import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerRead } from '../operations/answer.ts'
import { cartChange, cartChanges } from './cart-changes.ts'
import { CartChange, ChangeQuery } from './cart.schema.ts'
import { addProperty, deleteProperty, listProperties, updateProperty } from './change-properties.ts'
import { PROPERTY_LIMITS } from './limits.ts'

/** Section 4.4: of the cart. Section 4.5: of a line; adding one works with and without `lines` in the path. */
const owners = [
  {
    of: 'a cart',
    section: '4.4',
    noun: 'CartProperty',
    list: 'getCartProperties',
    addTo: [{ url: '/carts/:cartId/properties', operationId: 'addCartProperty' }],
    path: '/carts/:cartId/properties',
    params: idParams('cartId'),
    property: idParams('cartId', 'propertyId'),
  },
  {
    of: 'a line',
    section: '4.5',
    noun: 'LineProperty',
    list: 'getLineProperties',
    addTo: [
      { url: '/carts/:cartId/:lineId/properties', operationId: 'addLineProperty' },
      { url: '/carts/:cartId/lines/:lineId/properties', operationId: 'addLinePropertyUnderLines' },
    ],
    path: '/carts/:cartId/lines/:lineId/properties',
    params: idParams('cartId', 'lineId'),
    property: idParams('cartId', 'lineId', 'propertyId'),
  },
]
const config = { scope: 'storefront' } as const
const changing = { ...config, heedsIfMatch: true }
const tags = ['Custom properties']

export function propertyRoutes(app: App, services: Services): void {
  const change = cartChanges(services)

  for (const { of, addTo, list, noun, path, params, property, section } of owners) {
    const own = { 'x-section': section, tags }
    app.get(
      path,
      {
        config,
        schema: {
          ...own,
          operationId: list,
          summary: `Get the properties of ${of}`,
          params,
          response: answers(PropertiesAnswer),
        },
      },
      async (request) =>
        answerRead(services, request, async (db, context) => ({
          customProperties: await listProperties(db, context, request.params),
        })),
    )

    for (const { url, operationId } of addTo) {
      app.post(
        url,
        {
          config: changing,
          schema: {
            ...own,
            operationId,
            summary: `Add a property to ${of}`,
            description: PROPERTY_LIMITS,
            params,
            querystring: ChangeQuery,
            body: AddPropertyBody,
            response: answers(CartChange),
          },
        },
        async (request, reply) =>
          change(request, reply, cartChange, async (db, context) =>
            addProperty(db, context, request.params, request.body),
          ),
      )
    }

    app.patch(
      `${path}/:propertyId`,
      {
        config: changing,
        schema: {
          ...own,
          operationId: `update${noun}`,
          summary: `Change a property of ${of}`,
          description: PROPERTY_LIMITS,
          params: property,
          querystring: ChangeQuery,
          body: UpdatePropertyBody,
          response: answers(CartChange),
        },
      },
      async (request, reply) =>
        change(request, reply, cartChange, async (db, context) =>
          updateProperty(db, context, request.params, request.body),
        ),
    )

    app.delete(
      `${path}/:propertyId`,
      {
        config: changing,
        schema: {
          ...own,
          operationId: `delete${noun}`,
          summary: `Delete a property of ${of}`,
          params: property,
          querystring: ChangeQuery,
          body: Accompanying,
          response: answers(CartChange),
        },
      },
      async (request, reply) =>
        change(request, reply, cartChange, async (db, context) =>
          deleteProperty(db, context, request.params, request.body),
        ),
    )
  }
}
