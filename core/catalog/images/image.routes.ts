import { Type } from 'typebox'
import { answers, type App, type Services } from '../../http/routes.ts'
import { ErrorBody } from '../../http/schema.ts'
import { badRequest, notFound } from '../../kernel/errors.ts'
import { answerRead, answerWrite } from '../../operations/answer.ts'
import { imageAddress } from './image-address.ts'
import { IMAGE_KINDS, imageKind } from './image-kind.ts'
import { findImage, findProductImages, keepImage } from './image.repository.ts'
import { ImageParams, KeptImage, MAX_IMAGE, ProductImagesAnswer, ProductImagesQuery } from './image.schema.ts'

const tags = ['Extensions']
/** What is at an address stays there for good; it is shown, and nothing in it is run. */
const HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const

/** Pictures of what is sold, which lie in the shop's own data (decisions, the shop's own records). */
export async function imageRoutes(app: App, services: Services): Promise<void> {
  await app.register((files, _options, done) => {
    const upload = files as unknown as App
    files.removeContentTypeParser('application/json')
    files.addContentTypeParser<Buffer>(
      [...IMAGE_KINDS],
      { parseAs: 'buffer', bodyLimit: MAX_IMAGE },
      (request, bytes, done) => {
        request.bytes = bytes
        done(null, bytes)
      },
    )
    upload.post(
      '/manage/images',
      {
        bodyLimit: MAX_IMAGE,
        config: { scope: 'manage' },
        schema: {
          operationId: 'keepImage',
          summary: 'Keep a picture in the shop’s own data',
          description:
            'The body is the picture itself: PNG, JPEG, WebP, GIF or AVIF, at most 512 KiB. A product, or a variant, has it ' +
            'once its `imageUrl` is the one that is answered; what nothing has for a day is deleted.',
          tags,
          consumes: [...IMAGE_KINDS],
          response: answers(KeptImage),
        },
      },
      async (request, reply) =>
        answerWrite(services, request, reply, async (db, context) => {
          const bytes = request.bytes ?? Buffer.alloc(0)
          const kind = imageKind(bytes)
          if (kind === undefined)
            throw badRequest('image.kind', 'The body is no picture: PNG, JPEG, WebP, GIF or AVIF.')
          const id = await keepImage(db, context, kind, bytes)
          return { value: { id, imageUrl: imageAddress(id) } }
        }),
    )
    done()
  })

  app.get(
    '/images/:imageId',
    {
      config: { scope: ['storefront', 'support'] },
      schema: {
        operationId: 'getImage',
        summary: 'Get a picture',
        description: 'What is at an address never changes: it may be kept for good.',
        tags,
        params: ImageParams,
        produces: [...IMAGE_KINDS],
        response: { 200: Type.Unsafe<Buffer>(Type.String()), '4xx': ErrorBody, '5xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { imageId } = request.params
      const image = await answerRead(services, request, async (db, { storeId }) =>
        findImage(db, storeId, imageId),
      )
      if (!image) throw notFound('image.not-found', 'There is no such picture.')
      reply.headers(HEADERS).header('content-type', image.content_type)
      return image.bytes
    },
  )

  app.get(
    '/products/images',
    {
      config: { scope: ['storefront', 'support'] },
      schema: {
        operationId: 'findProductImages',
        summary: 'Find pictures of products and of their variants',
        tags,
        querystring: ProductImagesQuery,
        response: answers(ProductImagesAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => ({
        images: await findProductImages(db, storeId, [request.query.sku].flat()),
      })),
  )
}
