ALTER TABLE "email_changes" ADD COLUMN "deletion_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "deletion_requested_by" text;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "deletion_waives_days" boolean;