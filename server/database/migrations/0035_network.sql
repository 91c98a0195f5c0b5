CREATE TABLE "network_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"ending" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "network_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "network_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "network_parts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"output" integer NOT NULL,
	"attempt" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"seed" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"worker_id" uuid,
	"taken_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"dropped" integer DEFAULT 0 NOT NULL,
	"dropped_by" uuid[] DEFAULT '{}' NOT NULL,
	"lease_id" uuid,
	"former_leases" uuid[] DEFAULT '{}' NOT NULL,
	"upload_token" text,
	"media_type" text,
	"width" integer,
	"height" integer,
	"made_seed" text,
	"is_censored" boolean DEFAULT false NOT NULL,
	"warnings" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "network_parts_lease_id_unique" UNIQUE("lease_id"),
	CONSTRAINT "network_parts_output" UNIQUE("job_id","output"),
	CONSTRAINT "network_parts_state" CHECK ("network_parts"."state" in ('waiting', 'taken', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "network_pictures" (
	"part_id" uuid PRIMARY KEY NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_rewards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_rewards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"worker_id" uuid,
	"part_id" uuid NOT NULL,
	"model" text NOT NULL,
	"pixel_steps" double precision NOT NULL,
	"seconds" double precision NOT NULL,
	"kudos" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_rewards_part_id_unique" UNIQUE("part_id")
);
--> statement-breakpoint
CREATE TABLE "network_sources" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"image" "bytea" NOT NULL,
	"mask" "bytea"
);
--> statement-breakpoint
CREATE TABLE "network_turns" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"served_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_workers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"bridge_agent" text NOT NULL,
	"models" jsonb NOT NULL,
	"abilities" jsonb NOT NULL,
	"info" text,
	"maintenance" boolean DEFAULT false NOT NULL,
	"maintenance_message" text,
	"paused" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uptime_seconds" bigint DEFAULT 0 NOT NULL,
	"fulfilled" integer DEFAULT 0 NOT NULL,
	"uncompleted" integer DEFAULT 0 NOT NULL,
	"dropped_in_a_row" integer DEFAULT 0 NOT NULL,
	"pixel_steps" double precision DEFAULT 0 NOT NULL,
	"speed" double precision,
	"kudos" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "network_workers_name" UNIQUE("name_key")
);
--> statement-breakpoint
ALTER TABLE "network_keys" ADD CONSTRAINT "network_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_parts" ADD CONSTRAINT "network_parts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_parts" ADD CONSTRAINT "network_parts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_parts" ADD CONSTRAINT "network_parts_worker_id_network_workers_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."network_workers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_pictures" ADD CONSTRAINT "network_pictures_part_id_network_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."network_parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_rewards" ADD CONSTRAINT "network_rewards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_rewards" ADD CONSTRAINT "network_rewards_worker_id_network_workers_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."network_workers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_sources" ADD CONSTRAINT "network_sources_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_turns" ADD CONSTRAINT "network_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_workers" ADD CONSTRAINT "network_workers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_keys_user" ON "network_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "network_parts_user" ON "network_parts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "network_parts_worker" ON "network_parts" USING btree ("worker_id");--> statement-breakpoint
CREATE INDEX "network_parts_former" ON "network_parts" USING gin ("former_leases");--> statement-breakpoint
CREATE INDEX "network_parts_waiting" ON "network_parts" USING btree ("seq") WHERE "network_parts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "network_parts_due" ON "network_parts" USING btree ("due_at") WHERE "network_parts"."state" in ('taken', 'cancelled');--> statement-breakpoint
CREATE INDEX "network_rewards_time" ON "network_rewards" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "network_rewards_user" ON "network_rewards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "network_rewards_worker" ON "network_rewards" USING btree ("worker_id");--> statement-breakpoint
CREATE INDEX "network_workers_user" ON "network_workers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "network_workers_seen" ON "network_workers" USING btree ("seen_at");--> statement-breakpoint
-- What is left of a job's parts when it has ended: only what a worker is still at, so that it is told.
CREATE FUNCTION "end_network_parts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "network_parts" WHERE "job_id" = NEW."id" AND "state" NOT IN ('taken', 'cancelled');
	UPDATE "network_parts" SET "state" = 'cancelled' WHERE "job_id" = NEW."id" AND "state" = 'taken';
	DELETE FROM "network_sources" WHERE "job_id" = NEW."id";
	PERFORM pg_notify('network_waiting', '');
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "jobs_network_end" AFTER UPDATE OF "state" ON "jobs"
	FOR EACH ROW WHEN (NEW."engine" = 'network' AND OLD."state" <> NEW."state" AND NEW."state" IN ('Finished', 'Failed', 'Cancelled')) EXECUTE FUNCTION "end_network_parts"();--> statement-breakpoint
-- The kudos ledger only grows: whose a row is may change with an account, what it says may not.
CREATE FUNCTION "keep_network_rewards"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'network_rewards is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "network_rewards_kept" BEFORE DELETE OR UPDATE OF "part_id", "model", "pixel_steps", "seconds", "kudos", "created_at" ON "network_rewards"
	FOR EACH ROW EXECUTE FUNCTION "keep_network_rewards"();--> statement-breakpoint
CREATE TRIGGER "network_rewards_not_emptied" BEFORE TRUNCATE ON "network_rewards"
	FOR EACH STATEMENT EXECUTE FUNCTION "keep_network_rewards"();
