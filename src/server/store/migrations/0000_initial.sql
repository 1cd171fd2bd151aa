CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "account_identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"email" text NOT NULL,
	"photo_url" text,
	"provider_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"email_changed_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "accounts_uid_unique" UNIQUE("uid"),
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "account_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer,
	"email" text,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"outbox_key" text,
	"outcome" text,
	"outcome_reason" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "customer_sessions" (
	"id" serial PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"account_id" integer NOT NULL,
	"device_id" integer,
	"system" text,
	"application" text,
	"sign_in_notice" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "customer_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "email_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"gift" boolean NOT NULL,
	"link_token_hash" text NOT NULL,
	"mail_token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"asked_from" text NOT NULL,
	"code_tries_left" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"uses_left" integer DEFAULT 1 NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" text,
	"voided_at" timestamp with time zone,
	CONSTRAINT "email_links_link_token_hash_unique" UNIQUE("link_token_hash"),
	CONSTRAINT "email_links_mail_token_hash_unique" UNIQUE("mail_token_hash")
);
--> statement-breakpoint
CREATE TABLE "rejected_addresses" (
	"email" text PRIMARY KEY NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restore_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email_link_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "restore_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"device_id" text NOT NULL,
	"device_name" text NOT NULL,
	"platform" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"success" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"device_id" text NOT NULL,
	"device_name" text NOT NULL,
	"platform" text NOT NULL,
	"firebase_token" text,
	"is_active" boolean NOT NULL,
	"first_activation" timestamp with time zone NOT NULL,
	"attached_at" timestamp with time zone NOT NULL,
	"detached_at" timestamp with time zone,
	CONSTRAINT "devices_account_device" UNIQUE("account_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "gift_batches" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"months" integer NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer,
	"request_hash" text NOT NULL,
	CONSTRAINT "gift_batches_request_hash_unique" UNIQUE("request_hash")
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"id" serial PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"key_ending" text NOT NULL,
	"batch_id" integer,
	"months" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer,
	"activated_at" timestamp with time zone,
	"activated_by" integer,
	"revoked_at" timestamp with time zone,
	"revoked_by" integer,
	CONSTRAINT "gifts_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_access_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" serial PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer,
	"disabled_at" timestamp with time zone,
	"totp_secret" text,
	"totp_confirmed_at" timestamp with time zone,
	"totp_last_step" integer,
	CONSTRAINT "staff_accounts_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "staff_audit" (
	"id" serial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" integer,
	"username" text NOT NULL,
	"action" text NOT NULL,
	"account_id" integer,
	"details" jsonb NOT NULL,
	"ip" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"family" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_presence" (
	"account_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_presence_account_id_staff_id_pk" PRIMARY KEY("account_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "throttle_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"lane" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"account_id" integer,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"drop_after" timestamp with time zone,
	"last_error" text,
	"finished_at" timestamp with time zone,
	CONSTRAINT "outbox_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer,
	"provider" text NOT NULL,
	"payer_id" text,
	"kind" text NOT NULL,
	"variant" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"currency" text NOT NULL,
	"recurring_payment_amount_kopecks" integer NOT NULL,
	"recurring_payment_start_at" timestamp with time zone NOT NULL,
	"recurring_payment_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"attempt_transaction_id" text,
	"attempted_at" timestamp with time zone,
	"attempt_card_hashes" text[],
	"decline_reason" text,
	"rejection" text,
	"paid_transaction_id" text,
	"paid_at" timestamp with time zone,
	"reconcile_at" timestamp with time zone,
	"reconcile_tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_payer_id_unique" UNIQUE("payer_id"),
	CONSTRAINT "orders_recurring_payment" UNIQUE("provider","recurring_payment_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"event_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_events_event_key_unique" UNIQUE("event_key")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"event_key" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"account_id" integer,
	"order_id" text,
	"transaction_id" text,
	"verdict" text NOT NULL,
	"payload" jsonb NOT NULL,
	"provider_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_event_key_unique" UNIQUE("event_key")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"recurring" boolean NOT NULL,
	"access_until" timestamp with time zone,
	"next_charge_at" timestamp with time zone,
	"last_grant" text,
	"amount_kopecks" integer NOT NULL,
	"provider_recurring_payment_id" text,
	"first_payment_activated" boolean NOT NULL,
	"total_paid_kopecks" integer NOT NULL,
	"card_mask" text,
	"provider" text,
	"access_continues_until" timestamp with time zone,
	"own_charge_due_at" timestamp with time zone,
	"status_changes_at" timestamp with time zone,
	"reconcile_at" timestamp with time zone,
	"email_due_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changed_objects" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event" text NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"is_known" boolean NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "changed_objects_event" UNIQUE("provider","object_id","event")
);
--> statement-breakpoint
CREATE TABLE "requested_payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text NOT NULL,
	"account_id" integer,
	"payer_id" text NOT NULL,
	"charge_at" timestamp with time zone,
	"attempt" integer DEFAULT 1 NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"currency" text NOT NULL,
	"is_hold" boolean DEFAULT false NOT NULL,
	"saves_method" boolean DEFAULT false NOT NULL,
	"receipt_label" text,
	"receipt_email" text,
	"requested_at" timestamp with time zone NOT NULL,
	"transaction_id" text,
	"outcome" text,
	"settled_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "requested_payments_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "saved_methods" (
	"order_id" text PRIMARY KEY NOT NULL,
	"account_id" integer,
	"provider" text NOT NULL,
	"encrypted_token" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"request_key" text,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"paid_kopecks" integer NOT NULL,
	"reason" text NOT NULL,
	"comment" text NOT NULL,
	"staff_id" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"rejection" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_request_key_unique" UNIQUE("request_key"),
	CONSTRAINT "refunds_payment" UNIQUE("provider","transaction_id")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" serial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"order_id" text,
	"kind" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"url" text NOT NULL,
	"operator" text,
	"document_number" text,
	"fiscal_sign" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_provider_id" UNIQUE("provider","provider_id")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"account_id" integer,
	"offer_edition" text NOT NULL,
	"wording" text NOT NULL,
	"amount_kopecks" integer NOT NULL,
	"recurring_payment_amount_kopecks" integer NOT NULL,
	"currency" text NOT NULL,
	"recurring_payment_start_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_card_uses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"card_hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trial_cards" (
	"card_hash" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_issues" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"question" text NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text,
	"order_id" text,
	"account_id" integer,
	"payer_id" text,
	"amount_kopecks" integer,
	"currency" text,
	"reason" text NOT NULL,
	"outbox_key" text,
	"action" text,
	"note" text,
	"staff_id" integer,
	"acted_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_issues_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "vpn_keys" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"closed_through" integer DEFAULT 0 NOT NULL,
	"revision" integer NOT NULL,
	"applied_revision" integer DEFAULT 0 NOT NULL,
	"ref" text,
	"wanted_until" timestamp with time zone,
	"applied_until" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"noted_at" timestamp with time zone,
	"seen_pass" integer DEFAULT 0 NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "vpn_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"system" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"device_id" integer,
	"app" text,
	"bound_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "vpn_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "vpn_reconciliation" (
	"id" integer PRIMARY KEY NOT NULL,
	"pass" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"id" serial PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"figure" text NOT NULL,
	"label" text NOT NULL,
	"count" integer NOT NULL,
	"kopecks" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"text" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"request_key" text,
	"removed_at" timestamp with time zone,
	"removed_by" integer,
	CONSTRAINT "customer_notes_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "customer_tags" (
	"account_id" integer NOT NULL,
	"tag" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "customer_tags_account_id_tag_pk" PRIMARY KEY("account_id","tag")
);
--> statement-breakpoint
CREATE TABLE "bulk_push_devices" (
	"id" serial PRIMARY KEY NOT NULL,
	"bulk_push_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"outcome" text,
	"reason" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "bulk_push_devices_device" UNIQUE("bulk_push_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_pushes" (
	"id" serial PRIMARY KEY NOT NULL,
	"request_key" text NOT NULL,
	"push" jsonb NOT NULL,
	"device_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "bulk_pushes_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "confirmation_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"request_token_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	CONSTRAINT "confirmation_codes_request_token_hash_unique" UNIQUE("request_token_hash")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"requested_by" text NOT NULL,
	"staff_id" integer,
	"waived_days" boolean NOT NULL,
	"payer_id" text,
	"erased_at" timestamp with time zone NOT NULL,
	"journaled_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"old_email" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"reserved_until" timestamp with time zone NOT NULL,
	"restored_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "failed_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"call" text NOT NULL,
	"account_id" integer,
	"error_code" text NOT NULL,
	"error" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schema_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"oldest_version" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_identities" ADD CONSTRAINT "account_identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_sessions" ADD CONSTRAINT "customer_sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restore_tokens" ADD CONSTRAINT "restore_tokens_email_link_id_email_links_id_fk" FOREIGN KEY ("email_link_id") REFERENCES "public"."email_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_batches" ADD CONSTRAINT "gift_batches_created_by_staff_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_batch_id_gift_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."gift_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_created_by_staff_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_activated_by_accounts_id_fk" FOREIGN KEY ("activated_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_revoked_by_staff_accounts_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_access_tokens" ADD CONSTRAINT "staff_access_tokens_family_staff_sessions_family_fk" FOREIGN KEY ("family") REFERENCES "public"."staff_sessions"("family") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_audit" ADD CONSTRAINT "staff_audit_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_audit" ADD CONSTRAINT "staff_audit_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_refresh_tokens" ADD CONSTRAINT "staff_refresh_tokens_family_staff_sessions_family_fk" FOREIGN KEY ("family") REFERENCES "public"."staff_sessions"("family") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_presence" ADD CONSTRAINT "staff_presence_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_presence" ADD CONSTRAINT "staff_presence_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_events" ADD CONSTRAINT "ledger_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_payments" ADD CONSTRAINT "requested_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requested_payments" ADD CONSTRAINT "requested_payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_methods" ADD CONSTRAINT "saved_methods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_methods" ADD CONSTRAINT "saved_methods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_card_uses" ADD CONSTRAINT "trial_card_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_card_uses" ADD CONSTRAINT "trial_card_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_cards" ADD CONSTRAINT "trial_cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_cards" ADD CONSTRAINT "trial_cards_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vpn_keys" ADD CONSTRAINT "vpn_keys_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vpn_links" ADD CONSTRAINT "vpn_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vpn_links" ADD CONSTRAINT "vpn_links_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_created_by_staff_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_removed_by_staff_accounts_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_created_by_staff_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_push_devices" ADD CONSTRAINT "bulk_push_devices_bulk_push_id_bulk_pushes_id_fk" FOREIGN KEY ("bulk_push_id") REFERENCES "public"."bulk_pushes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_push_devices" ADD CONSTRAINT "bulk_push_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_pushes" ADD CONSTRAINT "bulk_pushes_created_by_staff_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmation_codes" ADD CONSTRAINT "confirmation_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_requests" ADD CONSTRAINT "failed_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_identities_account" ON "account_identities" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "accounts_created_at_id" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_erased_at" ON "accounts" USING btree ("erased_at") WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX "accounts_shown_uid" ON "accounts" USING btree (left("uid", 18));--> statement-breakpoint
CREATE INDEX "accounts_email_beginning" ON "accounts" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_email_trigrams" ON "accounts" USING gin ("email" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "account_events_account" ON "account_events" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "account_events_stranger" ON "account_events" USING btree ("email") WHERE account_id is null;--> statement-breakpoint
CREATE INDEX "account_events_stranger_at" ON "account_events" USING btree ("at") WHERE account_id is null;--> statement-breakpoint
CREATE INDEX "account_events_at" ON "account_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "account_events_request" ON "account_events" USING btree ("request_id" text_pattern_ops) WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "account_events_outbox" ON "account_events" USING btree ("outbox_key") WHERE outbox_key is not null;--> statement-breakpoint
CREATE INDEX "customer_sessions_account" ON "customer_sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "customer_sessions_last_used_at" ON "customer_sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "customer_sessions_revoked_at" ON "customer_sessions" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "customer_sessions_device" ON "customer_sessions" USING btree ("device_id") WHERE device_id is not null;--> statement-breakpoint
CREATE INDEX "customer_sessions_summary" ON "customer_sessions" USING btree ("created_at") WHERE sign_in_notice = 'summary';--> statement-breakpoint
CREATE INDEX "email_links_email" ON "email_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "email_links_expires_at" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "restore_tokens_email_link" ON "restore_tokens" USING btree ("email_link_id");--> statement-breakpoint
CREATE INDEX "connections_account" ON "connections" USING btree ("account_id","connected_at","id");--> statement-breakpoint
CREATE INDEX "connections_connected_at" ON "connections" USING brin ("connected_at");--> statement-breakpoint
CREATE INDEX "devices_device_id" ON "devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "devices_shown_id" ON "devices" USING btree (left("device_id", 10));--> statement-breakpoint
CREATE INDEX "devices_firebase_token" ON "devices" USING hash ("firebase_token");--> statement-breakpoint
CREATE INDEX "gifts_activated_by" ON "gifts" USING btree ("activated_by");--> statement-breakpoint
CREATE INDEX "gifts_batch" ON "gifts" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "staff_access_tokens_family" ON "staff_access_tokens" USING btree ("family");--> statement-breakpoint
CREATE INDEX "staff_audit_at" ON "staff_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "staff_audit_account" ON "staff_audit" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "staff_audit_staff" ON "staff_audit" USING btree ("staff_id","at");--> statement-breakpoint
CREATE INDEX "staff_audit_username" ON "staff_audit" USING btree ("username","at");--> statement-breakpoint
CREATE INDEX "staff_audit_action" ON "staff_audit" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "staff_audit_ip" ON "staff_audit" USING btree ("ip","at");--> statement-breakpoint
CREATE INDEX "staff_audit_request" ON "staff_audit" USING btree ("request_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "staff_refresh_tokens_family" ON "staff_refresh_tokens" USING btree ("family");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_presence_seen_at" ON "staff_presence" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "throttle_counters_window_ends_at" ON "throttle_counters" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("lane","due_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_account" ON "outbox" USING btree ("account_id","id") WHERE state = 'pending' and account_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_finished" ON "outbox" USING btree ("finished_at") WHERE kind <> 'provider';--> statement-breakpoint
CREATE INDEX "outbox_finished_commands" ON "outbox" USING btree ("finished_at") WHERE kind = 'provider';--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("lane","finished_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "orders_account" ON "orders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "orders_reconcile" ON "orders" USING btree ("reconcile_at");--> statement-breakpoint
CREATE INDEX "ledger_events_account" ON "ledger_events" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "ledger_events_card" ON "ledger_events" USING btree (right(data ->> 'cardMask', 4),"at") WHERE kind in ('paymentSucceeded', 'paymentFailed', 'refunded');--> statement-breakpoint
CREATE INDEX "ledger_events_amount" ON "ledger_events" USING btree (((data ->> 'amountKopecks')::int),"at") WHERE kind in ('paymentSucceeded', 'paymentFailed', 'refunded');--> statement-breakpoint
CREATE INDEX "ledger_events_payments" ON "ledger_events" USING btree ("kind","at") WHERE kind in ('paymentSucceeded', 'paymentFailed', 'refunded', 'voided');--> statement-breakpoint
CREATE INDEX "payment_events_account" ON "payment_events" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payment_events_transaction" ON "payment_events" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_events_received_at" ON "payment_events" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("order_id") WHERE verdict = 'waiting';--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("status","account_id");--> statement-breakpoint
CREATE INDEX "subscriptions_status_changes" ON "subscriptions" USING btree ("status_changes_at");--> statement-breakpoint
CREATE INDEX "subscriptions_reconcile" ON "subscriptions" USING btree ("reconcile_at");--> statement-breakpoint
CREATE INDEX "subscriptions_own_charge_due" ON "subscriptions" USING btree ("own_charge_due_at") WHERE own_charge_due_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_email_due" ON "subscriptions" USING btree ("email_due_at") WHERE email_due_at is not null;--> statement-breakpoint
CREATE INDEX "changed_objects_due_at" ON "changed_objects" USING btree ("provider","is_known","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "changed_objects_received_at" ON "changed_objects" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "requested_payments_order" ON "requested_payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "requested_payments_open_charge" ON "requested_payments" USING btree ("account_id") WHERE kind = 'charge' and outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "requested_payments_charged" ON "requested_payments" USING btree ("account_id","charge_at") WHERE kind = 'charge' and outcome = 'completed';--> statement-breakpoint
CREATE INDEX "requested_payments_ask" ON "requested_payments" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE INDEX "requested_payments_transaction" ON "requested_payments" USING btree ("provider","transaction_id");--> statement-breakpoint
CREATE INDEX "refunds_account" ON "refunds" USING btree ("account_id","decided_at");--> statement-breakpoint
CREATE INDEX "receipts_transaction" ON "receipts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "receipts_at" ON "receipts" USING brin ("at");--> statement-breakpoint
CREATE INDEX "consents_order" ON "consents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "consents_account" ON "consents" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "consents_at" ON "consents" USING brin ("at");--> statement-breakpoint
CREATE INDEX "consents_origin" ON "consents" USING btree ("at") WHERE ip <> '' or user_agent <> '';--> statement-breakpoint
CREATE INDEX "trial_card_uses_hash" ON "trial_card_uses" USING btree ("card_hash","at");--> statement-breakpoint
CREATE INDEX "trial_cards_at" ON "trial_cards" USING brin ("at");--> statement-breakpoint
CREATE INDEX "payment_issues_open" ON "payment_issues" USING btree ("id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "payment_issues_transaction" ON "payment_issues" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "vpn_links_unused" ON "vpn_links" USING btree ("account_id","created_at") WHERE device_id is null;--> statement-breakpoint
CREATE INDEX "vpn_links_device" ON "vpn_links" USING btree ("device_id") WHERE device_id is not null;--> statement-breakpoint
CREATE INDEX "daily_figures_day" ON "daily_figures" USING btree ("day","figure","label");--> statement-breakpoint
CREATE INDEX "customer_notes_account" ON "customer_notes" USING btree ("account_id","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "customer_tags_tag" ON "customer_tags" USING btree ("tag","account_id");--> statement-breakpoint
CREATE INDEX "bulk_push_devices_failed" ON "bulk_push_devices" USING btree ("bulk_push_id","id") WHERE outcome <> 'delivered';--> statement-breakpoint
CREATE INDEX "confirmation_codes_account" ON "confirmation_codes" USING btree ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "confirmation_codes_expires_at" ON "confirmation_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "erasures_erased_at" ON "erasures" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "email_changes_account" ON "email_changes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "email_changes_old_email" ON "email_changes" USING btree ("old_email");--> statement-breakpoint
CREATE INDEX "email_changes_reserved_until" ON "email_changes" USING btree ("reserved_until");--> statement-breakpoint
CREATE INDEX "failed_requests_id_beginning" ON "failed_requests" USING btree ("request_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "failed_requests_account" ON "failed_requests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "failed_requests_at" ON "failed_requests" USING btree ("at");--> statement-breakpoint
CREATE FUNCTION "reject_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Set for one transaction by the deletion of an account and by retention (store/erasure.ts).
	IF current_setting('prosvet.erasing', true) = 'on' THEN
		IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "staff_audit_append_only" BEFORE UPDATE OR DELETE ON "staff_audit"
	FOR EACH ROW EXECUTE FUNCTION "reject_change"();
--> statement-breakpoint
CREATE TRIGGER "payment_events_append_only" BEFORE UPDATE OR DELETE ON "payment_events"
	FOR EACH ROW EXECUTE FUNCTION "reject_change"();
--> statement-breakpoint
CREATE TRIGGER "ledger_events_append_only" BEFORE UPDATE OR DELETE ON "ledger_events"
	FOR EACH ROW EXECUTE FUNCTION "reject_change"();
--> statement-breakpoint
CREATE TRIGGER "consents_append_only" BEFORE UPDATE OR DELETE ON "consents"
	FOR EACH ROW EXECUTE FUNCTION "reject_change"();
--> statement-breakpoint
INSERT INTO "schema_state" ("id", "oldest_version") VALUES (1, '1.0.0');
