CREATE TABLE "acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" bigint NOT NULL,
	"call" text NOT NULL,
	"asked" text NOT NULL,
	"of_id" bigint,
	"refused" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "given_credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"by_id" bigint NOT NULL,
	"key" text NOT NULL,
	"to_id" bigint NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "given_credits_key" UNIQUE("by_id","key"),
	CONSTRAINT "given_credits_amount" CHECK ("given_credits"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "acts_at" ON "acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "acts_of" ON "acts" USING btree ("of_id");--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" USING btree ("finished_at") WHERE "jobs"."finished_at" is not null;--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are neither changed nor deleted', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "acts_stay" BEFORE UPDATE OR DELETE ON "acts"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "acts_stay_whole" BEFORE TRUNCATE ON "acts"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
