ALTER TABLE "orders" ADD COLUMN "receipt_terms" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recurring_receipt_terms" jsonb;--> statement-breakpoint
ALTER TABLE "requested_payments" ADD COLUMN "receipt_terms" jsonb;