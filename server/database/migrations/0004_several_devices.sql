CREATE TABLE "change_heads" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_copies" (
	"work_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_copies_work_id_device_id_pk" PRIMARY KEY("work_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "work_tombstones" (
	"user_id" bigint NOT NULL,
	"change_seq" bigint NOT NULL,
	"work_id" uuid NOT NULL,
	CONSTRAINT "work_tombstones_user_id_change_seq_pk" PRIMARY KEY("user_id","change_seq")
);
--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "thumbhash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "change_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "kept_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "expired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "change_heads" ADD CONSTRAINT "change_heads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_copies" ADD CONSTRAINT "work_copies_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_tombstones" ADD CONSTRAINT "work_tombstones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "works_change" ON "works" USING btree ("user_id","change_seq");--> statement-breakpoint
CREATE INDEX "works_kept_from" ON "works" USING btree ("kept_from") WHERE "works"."expired_at" is null;--> statement-breakpoint
WITH "numbered" AS (
	SELECT "id", row_number() OVER (PARTITION BY "user_id" ORDER BY "seq") AS "place" FROM "works"
)
UPDATE "works" SET "change_seq" = "numbered"."place" FROM "numbered" WHERE "numbered"."id" = "works"."id";--> statement-breakpoint
INSERT INTO "change_heads" ("user_id", "seq") SELECT "user_id", max("change_seq") FROM "works" GROUP BY "user_id";--> statement-breakpoint
CREATE FUNCTION "next_work_change"("person" bigint) RETURNS bigint LANGUAGE sql AS $$
	INSERT INTO "change_heads" ("user_id", "seq") VALUES ("person", 1)
	ON CONFLICT ("user_id") DO UPDATE SET "seq" = "change_heads"."seq" + 1
	RETURNING "seq"
$$;--> statement-breakpoint
CREATE FUNCTION "number_work_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."change_seq" := "next_work_change"(NEW."user_id");
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION "bury_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- With the whole account gone there is nobody left to tell.
	IF EXISTS (SELECT 1 FROM "users" WHERE "id" = OLD."user_id") THEN
		INSERT INTO "work_tombstones" ("user_id", "change_seq", "work_id")
		VALUES (OLD."user_id", "next_work_change"(OLD."user_id"), OLD."id");
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "works_added" BEFORE INSERT ON "works"
	FOR EACH ROW EXECUTE FUNCTION "number_work_change"();--> statement-breakpoint
CREATE TRIGGER "works_changed" BEFORE UPDATE ON "works"
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "number_work_change"();--> statement-breakpoint
CREATE TRIGGER "works_removed" AFTER DELETE ON "works"
	FOR EACH ROW EXECUTE FUNCTION "bury_work"();
