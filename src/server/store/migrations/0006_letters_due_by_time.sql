ALTER TABLE "subscriptions" ADD COLUMN "letter_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "subscriptions_letter_due" ON "subscriptions" USING btree ("letter_due_at") WHERE letter_due_at is not null;--> statement-breakpoint
UPDATE "subscriptions" SET "letter_due_at" = "next_charge_at" - interval '3 days' WHERE "recurring" AND "status" = 'ACTIVE' AND "next_charge_at" > now();
