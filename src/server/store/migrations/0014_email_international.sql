-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "accounts_email_international";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "accounts_email_international" ON "accounts" USING btree ("email","id") WHERE octet_length(email) > length(email);