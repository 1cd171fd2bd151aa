-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "outbox_turns";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "outbox_turns" ON "outbox" USING btree ("lane","turn","due_at","id" DESC NULLS LAST) WHERE state = 'pending' and turn is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "outbox_recent";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "outbox_recent" ON "outbox" USING btree ("lane","wanted_at") WHERE lane in ('signIn', 'confirmation');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "outbox_expiring";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "outbox_expiring" ON "outbox" USING btree ("lane","drop_after") WHERE state = 'pending' and drop_after is not null;
