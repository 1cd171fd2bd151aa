ALTER TABLE "gift_batches" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "gift_batches" ADD CONSTRAINT "gift_batches_request_hash_unique" UNIQUE("request_hash");