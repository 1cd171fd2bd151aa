UPDATE "sandbox_vpn_users" SET "status" = 'DISABLED' WHERE "is_disabled";--> statement-breakpoint
INSERT INTO "sandbox_vpn_server_keys" ("vless_uuid") SELECT "vless_uuid" FROM "sandbox_vpn_users" WHERE NOT "is_disabled" ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "sandbox_vpn_users" DROP COLUMN "is_disabled";
