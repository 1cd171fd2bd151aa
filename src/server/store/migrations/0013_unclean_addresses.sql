CREATE TABLE "unclean_addresses" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"visible_email" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unclean_addresses" ADD CONSTRAINT "unclean_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unclean_addresses_visible_email" ON "unclean_addresses" USING btree ("visible_email");