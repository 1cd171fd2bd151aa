CREATE TABLE "sandbox_vpn_server_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer,
	"vless_uuid" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_vpn_server_keys" (
	"vless_uuid" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_vpn_panel" ADD COLUMN "database_away_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_panel" ADD COLUMN "clock_skew_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_panel" ADD COLUMN "are_jobs_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_panel" ADD COLUMN "jobs_ran_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_panel" ADD COLUMN "removed_squads" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_panel" ADD COLUMN "squads_without_hosts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_users" ADD COLUMN "status" text DEFAULT 'ACTIVE' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_users" ADD COLUMN "traffic_limit_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_users" ADD COLUMN "used_traffic_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_users" ADD COLUMN "sub_revoked_at" timestamp with time zone;