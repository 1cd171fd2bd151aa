-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "requested_payments_account";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "requested_payments_account" ON "requested_payments" USING btree ("account_id","kind");
