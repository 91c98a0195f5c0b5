ALTER TABLE "works" ADD COLUMN "binned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "bin_tapped_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "works_listed" ON "works" USING btree ("user_id","seq") WHERE "works"."binned_at" is null;--> statement-breakpoint
CREATE INDEX "works_binned" ON "works" USING btree ("binned_at") WHERE "works"."binned_at" is not null;