ALTER TABLE "orders" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "sandbox_cards" ADD COLUMN "card_id" text;