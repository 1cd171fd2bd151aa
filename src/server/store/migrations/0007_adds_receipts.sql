CREATE TABLE "receipts" (
	"id" serial PRIMARY KEY NOT NULL,
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
	CONSTRAINT "receipts_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE INDEX "receipts_transaction" ON "receipts" USING btree ("transaction_id");