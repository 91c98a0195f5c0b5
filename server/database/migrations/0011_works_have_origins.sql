CREATE TABLE "work_sources" (
	"work_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"field" text NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "work_sources_work_id_position_pk" PRIMARY KEY("work_id","position")
);
--> statement-breakpoint
ALTER TABLE "works" DROP CONSTRAINT "works_job_id_jobs_id_fk";
--> statement-breakpoint
ALTER TABLE "works" ALTER COLUMN "job_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "origin" text DEFAULT 'generated' NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "intent_id" text;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "job_type" text;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "model_name" text;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "prompt" text;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "work_sources" ADD CONSTRAINT "work_sources_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_sources" ADD CONSTRAINT "work_sources_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works" DISABLE TRIGGER "works_changed";--> statement-breakpoint
UPDATE "works" SET "intent_id" = "jobs"."idempotency_key", "job_type" = "jobs"."job_type",
	"model_name" = "jobs"."model_name", "prompt" = "jobs"."prompt", "template" = "jobs"."template"
FROM "jobs" WHERE "jobs"."id" = "works"."job_id";--> statement-breakpoint
INSERT INTO "work_sources" ("work_id", "position", "field", "file_id")
SELECT "works"."id", "source"."place" - 1, "source"."value" ->> 'field', "files"."id"
FROM "works" JOIN "jobs" ON "jobs"."id" = "works"."job_id"
CROSS JOIN jsonb_array_elements("jobs"."sources") WITH ORDINALITY AS "source" ("value", "place")
JOIN "files" ON "files"."id" = ("source"."value" ->> 'fileId')::uuid;--> statement-breakpoint
-- Devices are told of the works that say more now, and of no others.
UPDATE "works" SET "change_seq" = "next_work_change"("user_id")
WHERE "id" IN (SELECT "work_id" FROM "work_sources");--> statement-breakpoint
ALTER TABLE "works" ENABLE TRIGGER "works_changed";--> statement-breakpoint
ALTER TABLE "works" ALTER COLUMN "job_type" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ALTER COLUMN "model_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ALTER COLUMN "prompt" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "work_sources_file" ON "work_sources" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_origin" CHECK ("works"."origin" in ('generated', 'imported', 'assembled'));