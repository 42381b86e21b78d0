import type { FastifyReply } from 'fastify'
import { keptVersion } from '../database/kept-changes.ts'
import { parsePrinterAddress, printerAddressText } from '../drawer/printer-address.ts'
import type { DrawerPrinter } from '../drawer/send-pulse.ts'
import { fieldChanges, type PlainFields } from '../history/field-changes.ts'
import { refusalOf } from '../history/record-events.ts'
import { etagOf, hasSeen } from '../http/etag.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, said } from '../kernel/errors.ts'
import { contextOf } from '../operations/context.ts'
import { Drawer, DrawerBody, DrawerEvents } from './drawer-opening.schema.ts'
import { drawerEvents, viewDrawer } from './view-drawer.ts'

const tags = ['Extensions']
/** What events and refusals call it; there is one. */
const NOUN = 'drawer'

/** Where the cash drawer of this desk hangs, guarded as the shop's records are. */
export function drawerRoutes(app: App, services: Services): void {
  const { drawer, events } = services

  const answer = (reply: FastifyReply): Drawer => {
    reply.header('etag', etagOf(keptVersion(drawer.changes())))
    return viewDrawer(drawer)
  }
  app.get(
    '/drawer',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'getDrawer',
        summary: 'Get the cash drawer of this desk',
        description:
          'At which printer of the network it hangs. It is of the machine that this core runs on, and so of all its stores. The ' +
          'version of what is set is in the `ETag`.',
        tags,
        response: answers(Drawer),
      },
    },
    async (_request, reply) => Promise.resolve(answer(reply)),
  )

  app.put(
    '/drawer',
    {
      config: { scope: 'manage', heedsIfMatch: true },
      schema: {
        operationId: 'setDrawer',
        summary: 'Say at which printer the cash drawer of this desk hangs',
        description:
          'It is kept beside the data of this machine: neither a backup nor another desk has it. From then on the drawer opens by itself ' +
          'when cash comes or goes at a console of this desk. Nothing but the pulse of ESC/POS (`1B 70 00 19 FA`; `1B 70 01 19 FA` for ' +
          'pin 5) is ever sent there. With the `ETag` that was seen in `If-Match` a change since is refused with who has made it. What ' +
          'changes nothing leaves the version.',
        tags,
        body: DrawerBody,
        response: answers(Drawer),
      },
    },
    async (request, reply) => {
      const { ifMatch, name, now, storeId } = contextOf(services, request)
      const printer = printerIn(request.body)
      const version = keptVersion(drawer.changes())
      if (!hasSeen(ifMatch, version)) throw refusalOf(NOUN, version, drawerEvents(drawer)[0])
      const changes = fieldChanges(plain(drawer.settings()?.printer), plain(printer))
      if (changes.length > 0) {
        const [actor, date] = [name, timestamp(now)]
        const change = { version: version + 1, date, actor, changes }
        drawer.set(printer && { printer, setBy: actor, setAt: date }, change)
        events.publish({ type: 'drawer.changed', id: NOUN, version: version + 1, storeId })
      }
      return Promise.resolve(answer(reply))
    },
  )

  app.get(
    '/drawer/events',
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'listDrawerEvents',
        summary: 'Get who has said at which printer the cash drawer of this desk hangs',
        tags,
        response: answers(DrawerEvents),
      },
    },
    async () => Promise.resolve({ events: drawerEvents(drawer) }),
  )
}

/** @throws CommerceError BadRequest where the address is none */
function printerIn({ address, pin = 2 }: DrawerBody): DrawerPrinter | undefined {
  if (address === null) return undefined
  const printer = parsePrinterAddress(address)
  if (printer) return { ...printer, pin }
  const text = said`must be a host, or a host and a port, such as ${{ example: '192.168.1.50:9100' }}`
  throw badRequest('drawer.address', text, 'address')
}

const plain = (printer: DrawerPrinter | undefined): PlainFields =>
  printer ? { address: printerAddressText(printer), pin: printer.pin } : {}
