ALTER TABLE "account_events" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "outcome_reason" text;--> statement-breakpoint
ALTER TABLE "email_links" ADD COLUMN "used_by" text;--> statement-breakpoint
CREATE INDEX "account_events_stranger_at" ON "account_events" USING btree ("at") WHERE account_id is null;--> statement-breakpoint
CREATE INDEX "account_events_outbox" ON "account_events" USING btree ("outbox_key") WHERE outbox_key is not null;--> statement-breakpoint
CREATE INDEX "customer_sessions_last_used_at" ON "customer_sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "outbox_finished" ON "outbox" USING btree ("finished_at") WHERE kind <> 'provider';