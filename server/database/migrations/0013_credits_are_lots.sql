CREATE TABLE "credit_lots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_lots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"type_detail" integer NOT NULL,
	"amount" integer NOT NULL,
	"remaining" integer NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "credit_lots_remaining" CHECK ("credit_lots"."remaining" between 0 and "credit_lots"."amount")
);
--> statement-breakpoint
CREATE TABLE "job_credits" (
	"job_id" uuid NOT NULL,
	"lot_id" bigint NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "job_credits_job_id_lot_id_pk" PRIMARY KEY("job_id","lot_id"),
	CONSTRAINT "job_credits_amount" CHECK ("job_credits"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "change" integer;--> statement-breakpoint
UPDATE "ledger" SET "change" = CASE WHEN "type_detail" = 51 THEN 0 WHEN "type" = 1 THEN "amount" ELSE -"amount" END;--> statement-breakpoint
ALTER TABLE "ledger" ALTER COLUMN "change" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_credits" ADD CONSTRAINT "job_credits_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What people have and what is held for them becomes one lot without an end.
INSERT INTO "credit_lots" ("user_id", "type_detail", "amount", "remaining")
SELECT "user_id", 6, "balance" + "reserved", "balance" FROM "credit_accounts"
WHERE "balance" + "reserved" > 0 ORDER BY "user_id";--> statement-breakpoint
INSERT INTO "job_credits" ("job_id", "lot_id", "amount")
SELECT "jobs"."id", "credit_lots"."id", "jobs"."cost"
FROM "jobs" JOIN "credit_lots" ON "credit_lots"."user_id" = "jobs"."user_id"
WHERE "jobs"."cost" > 0 AND "jobs"."state" IN ('Pending', 'Processing', 'Restarted');--> statement-breakpoint
CREATE INDEX "credit_lots_user" ON "credit_lots" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_lots_open" ON "credit_lots" USING btree ("user_id","ends_at","id") WHERE "credit_lots"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "credit_lots_ends_at" ON "credit_lots" USING btree ("ends_at") WHERE "credit_lots"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "job_credits_lot" ON "job_credits" USING btree ("lot_id");--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_change" CHECK ("ledger"."change" in ("ledger"."amount", -"ledger"."amount", 0));