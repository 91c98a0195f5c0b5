CREATE TABLE "identities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"issuer" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_kind_issuer_subject" UNIQUE("kind","issuer","subject"),
	CONSTRAINT "identities_kind" CHECK ("identities"."kind" in ('local', 'provider', 'oidc', 'passkey'))
);
--> statement-breakpoint
CREATE TABLE "identity_secrets" (
	"identity_id" bigint PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_account_key_unique";--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_secrets" ADD CONSTRAINT "identity_secrets_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
INSERT INTO "identities" ("user_id", "kind", "subject", "created_at")
SELECT "id", 'local', "account_key", "created_at" FROM "users" ORDER BY "id";--> statement-breakpoint
INSERT INTO "identity_secrets" ("identity_id", "secret")
SELECT "identities"."id", "users"."password_hash" FROM "users" JOIN "identities" ON "identities"."user_id" = "users"."id";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "account_key";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "password_hash";