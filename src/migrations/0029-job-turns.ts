import { column, type Migration } from "./kit.ts";

/** The account that a job is for, so that the jobs of one account cannot keep those of others waiting. */
export const jobTurns: Required<Migration> = {
  name: "job turns",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("jobs").addColumn("on_behalf_of", column.id).execute();
    await db.schema.createIndex("jobs_turns").on("jobs").columns(["name", "on_behalf_of"]).execute();
  },
};
