ALTER TABLE "vpn_keys" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vpn_keys" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vpn_reconciliation" ADD COLUMN "settings_compared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vpn_reconciliation" ADD COLUMN "other_settings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vpn_reconciliation" ADD COLUMN "overdue" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vpn_reconciliation" ADD COLUMN "clock_ahead_ms" integer;