import { column, type ReleasedMigration } from "./kit.ts";

/** Since when a participant of a call has raised their hand. */
export const raisedHands: ReleasedMigration = {
  name: "raised hands",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("voice_states").addColumn("raised_hand_at", column.time).execute();
  },
};
