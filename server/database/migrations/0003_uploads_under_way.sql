CREATE TABLE "partial_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"sha256" text NOT NULL,
	"bytes" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partial_uploads_user_sha256" UNIQUE("user_id","sha256"),
	CONSTRAINT "partial_uploads_bytes" CHECK ("partial_uploads"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "partial_uploads" ADD CONSTRAINT "partial_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partial_uploads_created_at" ON "partial_uploads" USING btree ("created_at");