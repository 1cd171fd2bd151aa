CREATE TABLE "sandbox_card_failures" (
	"method" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"http_status" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_card_knobs" (
	"id" integer PRIMARY KEY NOT NULL,
	"drop" boolean NOT NULL,
	"copies" integer NOT NULL,
	"delay_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_card_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"answer" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_card_terminal" (
	"id" integer PRIMARY KEY NOT NULL,
	"names_account" boolean NOT NULL,
	"balance_kopecks" integer,
	"skew_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards" (
	"token" text PRIMARY KEY NOT NULL,
	"card_id" text,
	"first_six" text NOT NULL,
	"last_four" text NOT NULL,
	"expires" text NOT NULL,
	"brand" text NOT NULL,
	"three_ds" boolean NOT NULL,
	"first_outcome" integer NOT NULL,
	"later_outcome" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_notifications" (
	"id" serial PRIMARY KEY NOT NULL,
	"payment_id" integer,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"status" text NOT NULL,
	"original_id" integer,
	"amount_kopecks" integer NOT NULL,
	"refunded_kopecks" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"invoice_id" text,
	"account_id" text,
	"email" text,
	"description" text NOT NULL,
	"card_token" text NOT NULL,
	"role" text NOT NULL,
	"recurring_payment_id" text,
	"recurrent" jsonb,
	"reason_code" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_recurring_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"card_token" text NOT NULL,
	"invoice_id" text,
	"description" text NOT NULL,
	"email" text,
	"amount_kopecks" integer NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"period" integer NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	"status" text NOT NULL,
	"successes" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"periods_done" integer DEFAULT 0 NOT NULL,
	"fail_next_with" integer,
	"began_at" timestamp with time zone NOT NULL,
	"visible_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_google_accounts" (
	"email" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_disabled" boolean NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_identity_key" (
	"id" integer PRIMARY KEY NOT NULL,
	"jwk" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_mail" (
	"id" serial PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"recipient_key" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"links" jsonb NOT NULL,
	"message_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_mail_message_key_unique" UNIQUE("message_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_pushes" (
	"id" serial PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"push" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_vpn_panel" (
	"id" integer PRIMARY KEY NOT NULL,
	"unresponsive_until" timestamp with time zone,
	"is_browser_inside" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_vpn_users" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"short_uuid" text NOT NULL,
	"vless_uuid" text NOT NULL,
	"trojan_password" text NOT NULL,
	"ss_password" text NOT NULL,
	"expire_at" timestamp with time zone NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"tag" text,
	"description" text,
	"hwid_device_limit" integer,
	"traffic_limit_strategy" text NOT NULL,
	"squads" jsonb NOT NULL,
	"online_at" timestamp with time zone,
	"first_connected_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_vpn_users_username_unique" UNIQUE("username"),
	CONSTRAINT "sandbox_vpn_users_short_uuid_unique" UNIQUE("short_uuid")
);
--> statement-breakpoint
CREATE TABLE "sandbox_yookassa_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"card" jsonb NOT NULL,
	"charge_reason" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_yookassa_notifications" (
	"id" serial PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"object_id" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_yookassa_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"refunded_kopecks" integer DEFAULT 0 NOT NULL,
	"capture" boolean NOT NULL,
	"save_method" boolean,
	"method_id" text,
	"saved" boolean DEFAULT false NOT NULL,
	"card" jsonb,
	"description" text,
	"metadata" jsonb NOT NULL,
	"has_receipt" boolean NOT NULL,
	"confirmation_token" text,
	"three_ds_card" text,
	"party" text,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"captured_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "sandbox_yookassa_payments_confirmation_token_unique" UNIQUE("confirmation_token")
);
--> statement-breakpoint
CREATE TABLE "sandbox_yookassa_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"party" text,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_yookassa_requests" (
	"key" text PRIMARY KEY NOT NULL,
	"request" text NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_yookassa_shop" (
	"id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sandbox_notifications_due" ON "sandbox_notifications" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "sandbox_payments_invoice" ON "sandbox_payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "sandbox_recurring_payments_account" ON "sandbox_recurring_payments" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_mail_recipient" ON "sandbox_mail" USING btree ("recipient_key","id");--> statement-breakpoint
CREATE INDEX "sandbox_vpn_users_tag" ON "sandbox_vpn_users" USING btree ("tag","id");--> statement-breakpoint
CREATE INDEX "sandbox_yookassa_notifications_due" ON "sandbox_yookassa_notifications" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "sandbox_yookassa_payments_created_at" ON "sandbox_yookassa_payments" USING btree ("created_at");