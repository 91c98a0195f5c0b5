CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"model" text NOT NULL,
	"tool" text NOT NULL,
	"fields" jsonb NOT NULL,
	"cost" integer NOT NULL,
	"is_listed" boolean NOT NULL,
	"cover" "bytea",
	"cover_hash" text,
	"search" "tsvector" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apps_listed" ON "apps" USING btree ("created_at","id") WHERE "apps"."is_listed";--> statement-breakpoint
CREATE INDEX "apps_search" ON "apps" USING gin ("search") WHERE "apps"."is_listed";--> statement-breakpoint
CREATE INDEX "apps_user" ON "apps" USING btree ("user_id","updated_at","id");