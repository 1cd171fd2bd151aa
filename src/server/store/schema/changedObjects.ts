/** Table of objects that unsigned notifications of a card provider name, and that must be read from its API. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

export const changedObjects = pgTable(
  'changed_objects',
  {
    id: serial('id').primaryKey(),
    /** Name of the card provider that assigned the id of the object. */
    provider: text('provider').notNull(),
    /** Name of the event. A repeated notification has the same event and object. */
    event: text('event').notNull(),
    kind: text('kind').$type<'payment' | 'refund'>().notNull(),
    objectId: text('object_id').notNull(),
    /** Whether the notification names an order or payment of this server. Other objects are read at a limited rate. */
    isKnown: boolean('is_known').notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** Time from which the object is read, or null after it was read. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** Number of times that the object was read before it had changed. */
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    index('changed_objects_due_at')
      .on(table.provider, table.isKnown, table.dueAt)
      .where(sql`due_at is not null`),
    index('changed_objects_received_at').using('brin', table.receivedAt),
    unique('changed_objects_event').on(table.provider, table.objectId, table.event),
  ],
);
