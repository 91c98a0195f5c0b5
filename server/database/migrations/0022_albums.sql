CREATE TABLE "album_heads" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "albums" (
	"user_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"named_at" timestamp with time zone,
	"cover" uuid,
	"covered_at" timestamp with time zone,
	"rule" jsonb,
	"ruled_at" timestamp with time zone,
	"place" double precision DEFAULT 0 NOT NULL,
	"placed_at" timestamp with time zone,
	"deleted" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"change_seq" bigint NOT NULL,
	CONSTRAINT "albums_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" bigint NOT NULL,
	"collection" text NOT NULL,
	"work_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"present" boolean NOT NULL,
	"tapped_at" timestamp with time zone NOT NULL,
	"change_seq" bigint NOT NULL,
	CONSTRAINT "memberships_user_id_collection_work_id_pk" PRIMARY KEY("user_id","collection","work_id")
);
--> statement-breakpoint
ALTER TABLE "album_heads" ADD CONSTRAINT "album_heads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "albums_change" ON "albums" USING btree ("user_id","change_seq");--> statement-breakpoint
CREATE INDEX "memberships_change" ON "memberships" USING btree ("user_id","change_seq");--> statement-breakpoint
CREATE INDEX "memberships_work" ON "memberships" USING btree ("work_id");--> statement-breakpoint
CREATE FUNCTION "forget_members" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Devices take it out by themselves, as they hear that the work is gone.
	DELETE FROM "memberships" WHERE "user_id" = OLD."user_id" AND "work_id" = OLD."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "works_leave_albums" AFTER DELETE ON "works"
	FOR EACH ROW EXECUTE FUNCTION "forget_members"();
