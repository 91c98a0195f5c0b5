CREATE TABLE "engine_keys" (
	"user_id" bigint NOT NULL,
	"engine" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engine_keys_user_id_engine_pk" PRIMARY KEY("user_id","engine")
);
--> statement-breakpoint
ALTER TABLE "engine_keys" ADD CONSTRAINT "engine_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;