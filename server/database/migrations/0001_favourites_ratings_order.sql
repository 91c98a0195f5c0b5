ALTER TABLE "jobs" ADD COLUMN "place" bigint;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "starred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "rating" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "rated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_rating" CHECK ("works"."rating" between 0 and 5);