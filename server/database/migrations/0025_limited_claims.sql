CREATE TABLE "limited_claims" (
	"user_id" bigint NOT NULL,
	"claim_id" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limited_claims_user_id_claim_id_pk" PRIMARY KEY("user_id","claim_id")
);
--> statement-breakpoint
ALTER TABLE "limited_claims" ADD CONSTRAINT "limited_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;