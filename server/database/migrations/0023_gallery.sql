CREATE TABLE "gallery_reports" (
	"work_id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gallery_reports_work_id_user_id_pk" PRIMARY KEY("work_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "gallery_works" (
	"work_id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"is_binned" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"category_id" smallint NOT NULL,
	"job_type" text NOT NULL,
	"model" text NOT NULL,
	"search" "tsvector" NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" bigint,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "gallery_works_state" CHECK ("gallery_works"."state" in ('pending', 'published', 'rejected', 'reported'))
);
--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gallery_reports" ADD CONSTRAINT "gallery_reports_work_id_gallery_works_work_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."gallery_works"("work_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_reports" ADD CONSTRAINT "gallery_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_works" ADD CONSTRAINT "gallery_works_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_works" ADD CONSTRAINT "gallery_works_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_works" ADD CONSTRAINT "gallery_works_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gallery_reports_user" ON "gallery_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "gallery_works_shown" ON "gallery_works" USING btree ("published_at","work_id") WHERE "gallery_works"."state" = 'published' and not "gallery_works"."is_binned";--> statement-breakpoint
CREATE INDEX "gallery_works_category" ON "gallery_works" USING btree ("category_id","published_at","work_id") WHERE "gallery_works"."state" = 'published' and not "gallery_works"."is_binned";--> statement-breakpoint
CREATE INDEX "gallery_works_job_type" ON "gallery_works" USING btree ("job_type","published_at","work_id") WHERE "gallery_works"."state" = 'published' and not "gallery_works"."is_binned";--> statement-breakpoint
CREATE INDEX "gallery_works_model" ON "gallery_works" USING btree ("model","published_at","work_id") WHERE "gallery_works"."state" = 'published' and not "gallery_works"."is_binned";--> statement-breakpoint
CREATE INDEX "gallery_works_search" ON "gallery_works" USING gin ("search") WHERE "gallery_works"."state" = 'published' and not "gallery_works"."is_binned";--> statement-breakpoint
CREATE INDEX "gallery_works_user" ON "gallery_works" USING btree ("user_id","submitted_at","work_id");--> statement-breakpoint
CREATE INDEX "gallery_works_awaiting" ON "gallery_works" USING btree ("submitted_at") WHERE "gallery_works"."state" in ('pending', 'reported');