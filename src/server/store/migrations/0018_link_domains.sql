CREATE TABLE "blocked_link_domains" (
	"host" text PRIMARY KEY NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_fetches" (
	"host" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"served" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "link_fetches_host_hour_pk" PRIMARY KEY("host","hour")
);
--> statement-breakpoint
ALTER TABLE "vpn_links" ADD COLUMN "link_host" text;--> statement-breakpoint
ALTER TABLE "vpn_links" ADD COLUMN "shown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vpn_links" ADD COLUMN "last_fetch_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vpn_links" ADD COLUMN "last_fetch_host" text;