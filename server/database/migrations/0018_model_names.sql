CREATE TABLE "model_names" (
	"model" text PRIMARY KEY NOT NULL,
	"label_cn" text NOT NULL,
	"label_en" text NOT NULL
);
