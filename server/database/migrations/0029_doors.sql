CREATE TABLE "door_attempts" (
	"state" text PRIMARY KEY NOT NULL,
	"verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"challenge" text NOT NULL,
	"user_id" bigint,
	"ticket_hash" "bytea",
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "door_attempts_ticket" UNIQUE("ticket_hash")
);
--> statement-breakpoint
ALTER TABLE "door_attempts" ADD CONSTRAINT "door_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_attempts_user" ON "door_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "door_attempts_expires_at" ON "door_attempts" USING btree ("expires_at");