import { sendMail } from '../mail/send-mail.ts'
import { escaped } from '../kernel/markup.ts'
import { MailError } from '../mail/mail-fault.ts'
import { RecordEventsAnswer, RecordEventsQuery } from '../history/record-event.schema.ts'
import { listRecordEvents } from '../history/record-events.ts'
import { etagOf } from '../http/etag.ts'
import { Paging } from '../http/pagination.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { newId } from '../kernel/ids.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { contextOf } from '../operations/context.ts'
import { getStore } from '../stores/store.repository.ts'
import {
  changeMailSettings,
  mailSettingsNow,
  noMail,
  recordIdOf,
  removeMailSettings,
  sealPassword,
} from './change-mail-settings.ts'
import { notTaken } from './mail-refusal.ts'
import { mailServerOf, senderOf, viewMailSettings } from './mail-server-of.ts'
import { MailSettings, MailSettingsBody, TestMail, TestMailBody } from './mail-settings.schema.ts'
import { testMail } from './test-mail.ts'

const tags = ['Extensions']
/** So long a test mail may take in all: somebody waits for it. */
const TRIAL_MS = 25_000
const config = { scope: 'manage' } as const

/** By which server a store sends mail, and whether it takes any. */
export function mailSettingsRoutes(app: App, services: Services): void {
  const { clock, keeper } = services

  app.get(
    '/manage/mail-settings',
    {
      config,
      schema: {
        operationId: 'getMailSettings',
        summary: 'Get by which server the store sends mail',
        description: 'And in whose name. Their version is in the `ETag`; their password is never answered.',
        tags,
        response: answers(MailSettings),
      },
    },
    async (request, reply) => {
      const { row, version } = await answerRead(services, request, async (db, { storeId }) =>
        mailSettingsNow(db, storeId),
      )
      reply.header('etag', etagOf(version))
      return viewMailSettings(row, keeper)
    },
  )

  app.put(
    '/manage/mail-settings',
    {
      config: { ...config, heedsIfMatch: true },
      schema: {
        operationId: 'setMailSettings',
        summary: 'Say by which server the store sends mail',
        description:
          'The core connects to it to send what somebody has asked for, a receipt or a test mail, and at no other time; it takes no ' +
          'mail. A password that is left out stays, unless it would be sent to another server than it was given for: BadRequest. ' +
          'What changes nothing leaves the version.',
        tags,
        body: MailSettingsBody,
        response: answers(MailSettings),
      },
    },
    async (request, reply) => {
      const password = await sealPassword(keeper, request.body.password)
      return answerWrite(services, request, reply, async (db, context) => {
        const row = await changeMailSettings(db, context, request.body, password)
        return { value: viewMailSettings(row, keeper), version: row.version, changes: context.changes }
      })
    },
  )

  app.delete(
    '/manage/mail-settings',
    {
      config: { ...config, heedsIfMatch: true },
      schema: {
        operationId: 'removeMailSettings',
        summary: 'Send no mail from now on',
        description:
          'What waits to be sent is given up within the hour, unless another server is set by then. The password is deleted with the rest.',
        tags,
        response: answers(MailSettings),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        const version = await removeMailSettings(db, context)
        return { value: viewMailSettings(undefined, keeper), version, changes: context.changes }
      }),
  )

  app.get(
    '/manage/mail-settings/events',
    {
      config,
      schema: {
        operationId: 'listMailSettingsEvents',
        summary: 'Get the history of the mail settings',
        description:
          'Who set, changed or removed them, and when; newest first. Of the password it only says that it changed.',
        tags,
        querystring: RecordEventsQuery,
        response: answers(RecordEventsAnswer),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, { storeId }) => {
        const paging = new Paging(services.cursorKey, request, storeId)
        const events = await listRecordEvents(db, storeId, recordIdOf(storeId), paging.page)
        return { events: [...events.rows], nextPagingToken: paging.next(events) }
      }),
  )

  app.post(
    '/manage/mail-settings/test-mails',
    {
      config,
      schema: {
        operationId: 'sendTestMail',
        'x-refuses': ['Conflict'],
        summary: 'Send a test mail',
        description:
          'With the settings that are stored, and answered when the server has taken it, or not: Conflict with what the server says, ' +
          'within 25 seconds. Nothing tries again.',
        tags,
        body: TestMailBody,
        response: answers(TestMail),
      },
    },
    async (request, reply) => {
      const { email } = request.body
      const id = newId()
      const { row, store } = await answerRead(services, request, async (db, { storeId }) => ({
        row: (await mailSettingsNow(db, storeId)).row,
        store: await getStore(db, storeId),
      }))
      if (!row) throw noMail()
      const { subject, text } = testMail(store.defaultCulture, store.name)
      const words = { subject, text, html: `<p>${escaped(text)}</p>`, culture: store.defaultCulture }
      const mail = { to: email, date: clock(), ...words, ...senderOf(row, 'test', id) }
      try {
        const answer = await sendMail(await mailServerOf(row, keeper), mail, AbortSignal.timeout(TRIAL_MS))
        return await answerWrite(services, request, reply, async () =>
          Promise.resolve({ value: { id, email, answer } }),
        )
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        request.log.warn(
          { fault: error.fault, storeId: contextOf(services, request).storeId },
          'a test mail was not taken',
        )
        throw notTaken(error)
      }
    },
  )
}
