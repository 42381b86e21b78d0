import { answers, type App, type Services } from '../../http/routes.ts'
import { answerRead } from '../../operations/answer.ts'
import { CampaignPreview, CampaignPreviewBody } from './campaign-preview.schema.ts'
import { previewCampaign } from './preview-campaign.ts'

/** What a campaign would do, before anybody is let into it. */
export function campaignPreviewRoutes(app: App, services: Services): void {
  app.post(
    '/manage/campaigns/preview',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'previewCampaign',
        'x-refuses': ['NotFound'],
        summary: 'Try a campaign on a cart',
        description:
          'The totals of a cart without the campaign and with it, as though it ran and its code were given, each discount ' +
          'named; and why it takes nothing off, where it does not. Nothing is written.',
        tags: ['Extensions'],
        body: CampaignPreviewBody,
        response: answers(CampaignPreview),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) => previewCampaign(db, context, request.body)),
  )
}
