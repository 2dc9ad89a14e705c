ALTER TABLE "account_erasures" ADD COLUMN "traceparent" TEXT;
