CREATE TABLE "work_links" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"work_id" uuid,
	"title" text NOT NULL,
	"shows_prompt" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "work_links" ADD CONSTRAINT "work_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_links" ADD CONSTRAINT "work_links_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "work_links_live" ON "work_links" USING btree ("work_id") WHERE "work_links"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "work_links_user" ON "work_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "work_links_work" ON "work_links" USING btree ("work_id");