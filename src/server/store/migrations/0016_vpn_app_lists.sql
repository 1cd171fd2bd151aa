CREATE TABLE "vpn_app_lists" (
	"version" integer PRIMARY KEY NOT NULL,
	"apps" jsonb NOT NULL,
	"origin" text NOT NULL,
	"restored_version" integer,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer
);
--> statement-breakpoint
ALTER TABLE "vpn_app_lists" ADD CONSTRAINT "vpn_app_lists_created_by_staff_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;