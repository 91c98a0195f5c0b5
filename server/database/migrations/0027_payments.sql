CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"user_id" bigint,
	"key" text NOT NULL,
	"plan" text NOT NULL,
	"months" integer NOT NULL,
	"way" text NOT NULL,
	"amount_fen" integer NOT NULL,
	"credits" integer NOT NULL,
	"first_bonus" integer NOT NULL,
	"limited_bonus" integer NOT NULL,
	"gives_vip" boolean NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"transaction" text,
	"lot_id" bigint,
	"granted" integer DEFAULT 0 NOT NULL,
	"refund_fen" integer DEFAULT 0 NOT NULL,
	"refund_credits" integer DEFAULT 0 NOT NULL,
	"refund_ends_at" timestamp with time zone,
	"refunds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("number"),
	CONSTRAINT "orders_user_key" UNIQUE("user_id","key"),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_fen" > 0),
	CONSTRAINT "orders_credits" CHECK ("orders"."credits" > 0),
	CONSTRAINT "orders_refund" CHECK ("orders"."refund_fen" between 0 and "orders"."amount_fen"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('open', 'paid', 'closed', 'refunding', 'refunded')),
	CONSTRAINT "orders_paid" CHECK ("orders"."state" in ('open', 'closed') or ("orders"."paid_at" is not null and "orders"."transaction" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "vip_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_lot" ON "orders" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "orders_ask_at" ON "orders" USING btree ("ask_at") WHERE "orders"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_transaction" ON "orders" USING btree ("way","transaction") WHERE "orders"."transaction" is not null;--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_order" ON "ledger" USING btree ("order_id") WHERE "ledger"."type_detail" = 5;