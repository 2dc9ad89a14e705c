-- All that is there is in the live lane. The index serves both lanes: each reader names its own.
ALTER TABLE "events" ADD COLUMN "lane" SMALLINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX "events_lane_transaction_id_position_key" ON "events"("lane", "transaction_id", "position");
DROP INDEX "events_transaction_id_position_key";

ALTER TABLE "relay_checkpoints" ADD COLUMN "lane" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "relay_checkpoints" DROP CONSTRAINT "relay_checkpoints_pkey", ADD CONSTRAINT "relay_checkpoints_pkey" PRIMARY KEY ("name", "lane");
