CREATE TABLE "engine_starts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "engine_starts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"engine" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "told_waits" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"fence" integer NOT NULL,
	"place" bigint,
	"queue_position" integer NOT NULL,
	"wait_seconds" double precision NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
DROP INDEX "jobs_waiting";--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "slots" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "engine_starts_engine" ON "engine_starts" USING btree ("engine","started_at");--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("engine","user_id",coalesce("place", "seq")) WHERE "jobs"."state" in ('Pending', 'Restarted');