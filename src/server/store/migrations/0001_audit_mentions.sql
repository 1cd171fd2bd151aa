-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "staff_audit_mentions";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "staff_audit_mentions" ON "staff_audit" USING gin (lower("details"::text) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "staff_audit_found";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "staff_audit_found" ON "staff_audit" USING gin (("details"->'found') jsonb_path_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "staff_audit_email_part";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "staff_audit_email_part" ON "staff_audit" USING btree (lower("details"->>'emailPart'));
