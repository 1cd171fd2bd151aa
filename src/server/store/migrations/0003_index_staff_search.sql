DROP INDEX "accounts_created_at";--> statement-breakpoint
DROP INDEX "accounts_email_trigrams";--> statement-breakpoint
CREATE INDEX "accounts_created_at_id" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_email_beginning" ON "accounts" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "payment_events_transaction" ON "payment_events" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "accounts_email_trigrams" ON "accounts" USING gin ("email" gin_trgm_ops) WITH (fastupdate=false);