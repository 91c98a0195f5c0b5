CREATE UNLOGGED TABLE "job_previews" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "preview_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_previews" ADD CONSTRAINT "job_previews_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "drop_preview"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "job_previews" WHERE "job_id" = NEW."id";
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "jobs_not_running" AFTER UPDATE OF "state" ON "jobs"
	FOR EACH ROW WHEN (OLD."state" = 'Processing' AND NEW."state" <> 'Processing') EXECUTE FUNCTION "drop_preview"();
