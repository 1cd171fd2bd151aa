CREATE TABLE "maintenance_notice" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
