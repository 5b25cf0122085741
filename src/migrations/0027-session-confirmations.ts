import { column, type Migration } from "./kit.ts";

/** When a session last proved the second factor of its account; the admin page asks for it. */
export const sessionConfirmations: Required<Migration> = {
  name: "session confirmations",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("sessions").addColumn("confirmed_at", column.time).execute();
  },
};
