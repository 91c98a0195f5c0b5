ALTER TABLE "uploads" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_sources" ON "jobs" USING gin ("sources" jsonb_path_ops) WHERE "jobs"."sources" <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "uploads_used_at" ON "uploads" USING btree ("used_at");