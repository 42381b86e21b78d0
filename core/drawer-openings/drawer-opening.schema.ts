import { Type, type Static } from 'typebox'
import { RecordEvent } from '../history/record-event.schema.ts'
import { DateTime, Id, NOTE_LENGTH, Nullable, RequiredText, Text } from '../http/schema.ts'
import { TillId } from '../tills/till.schema.ts'

/** Longer than the longest name with its port. */
const ADDRESS_LENGTH = 260

const Pin = Type.Union([Type.Literal(2), Type.Literal(5)], {
  description: 'The pin of the printer’s socket at which the drawer hangs.',
})

/** The cash drawer of this desk: where it hangs, and whether it opened. */
export const Drawer = Type.Object({
  printer: Nullable(
    Type.Object(
      {
        address: Type.String({ examples: ['192.168.1.50'] }),
        pin: Pin,
        setBy: Type.String(),
        setAt: DateTime,
      },
      { description: 'Null where no drawer is set.' },
    ),
  ),
  failure: Nullable(
    Type.Object(
      {
        date: DateTime,
        fault: Type.Union(
          [
            Type.Literal('refused'),
            Type.Literal('silent'),
            Type.Literal('unknown'),
            Type.Literal('unreachable'),
            Type.Literal('closed'),
          ],
          {
            description:
              'The printer refuses the connection, says nothing for two seconds, has a name that nobody knows, is on no way that ' +
              'the network knows, or closes at once.',
          },
        ),
      },
      { description: 'Why it did not open last; null where it did, or since it was set anew.' },
    ),
  ),
})
export type Drawer = Static<typeof Drawer>

/** Who has said where the drawer hangs. */
export const DrawerEvents = Type.Object({
  events: Type.Array(RecordEvent, { description: 'Newest first; the last 50.' }),
})
export type DrawerEvents = Static<typeof DrawerEvents>

export const DrawerBody = Type.Object({
  address: Nullable({
    ...RequiredText(ADDRESS_LENGTH),
    description:
      'Of a receipt printer of the network: `host` or `host:port`, by default 9100. Null: no drawer.',
  }),
  pin: Type.Optional(Pin),
})
export type DrawerBody = Static<typeof DrawerBody>

const Purpose = Type.Union([Type.Literal('no-sale'), Type.Literal('count'), Type.Literal('test')], {
  description:
    'To give change or for whatever else is no sale; to count what is in it; to see whether it opens.',
})

/** A drawer that was opened, and nothing was sold. */
export const DrawerOpening = Type.Object({
  id: Id,
  date: DateTime,
  actor: Type.String(),
  purpose: Purpose,
  reason: Nullable(Type.String()),
  didOpen: Type.Boolean({ description: 'False where its printer was not reached.' }),
})
export type DrawerOpening = Static<typeof DrawerOpening>

const openings = {
  drawerOpeningCount: Type.Integer({
    description: 'How often the drawer was opened and nothing was sold, since the count before.',
  }),
  drawerOpenings: Type.Array(DrawerOpening, {
    description: 'The last 100 of them, oldest first, and those at which it stayed closed.',
  }),
}
/** Those of a till in a time: part of what is told of it. */
export const DrawerOpenings = Type.Object(openings)
export type DrawerOpenings = Static<typeof DrawerOpenings>

export const OpenDrawerBody = Type.Object({
  tillId: TillId,
  purpose: Type.Optional(Purpose),
  reason: Type.Optional(Nullable(Text(NOTE_LENGTH))),
})
export type OpenDrawerBody = Static<typeof OpenDrawerBody>
