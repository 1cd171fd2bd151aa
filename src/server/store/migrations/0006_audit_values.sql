-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "staff_audit_value";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "staff_audit_value" ON "staff_audit" USING hash (lower("details"->>'value'));