CREATE TABLE "charge_limits" (
	"provider" text PRIMARY KEY NOT NULL,
	"pause_reason" text,
	"paused_at" timestamp with time zone,
	"probe_at" timestamp with time zone,
	"per_minute" integer,
	"slowed_at" timestamp with time zone,
	"wait_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "requested_payments" ADD COLUMN "rejected_parameter" text;--> statement-breakpoint
ALTER TABLE "requested_payments" ADD COLUMN "retry_at" timestamp with time zone;