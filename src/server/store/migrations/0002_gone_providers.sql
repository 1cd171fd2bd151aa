CREATE TABLE "gone_providers" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"grace_until" timestamp with time zone NOT NULL,
	"back_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gone_mark" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "grace_until" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "gone_providers_open" ON "gone_providers" USING btree ("provider") WHERE "gone_providers"."back_at" is null;