CREATE TABLE "joined_accounts" (
	"former_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retired_looks" (
	"look_hash" "bytea" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "export_tickets" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "joined_accounts" ADD CONSTRAINT "joined_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_tickets" ADD CONSTRAINT "export_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "joined_accounts_user" ON "joined_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "export_tickets_user" ON "export_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "export_tickets_expires_at" ON "export_tickets" USING btree ("expires_at");