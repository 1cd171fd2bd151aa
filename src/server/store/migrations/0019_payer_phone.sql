ALTER TABLE "accounts" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payer_phone" text;--> statement-breakpoint
ALTER TABLE "requested_payments" ADD COLUMN "receipt_phone" text;