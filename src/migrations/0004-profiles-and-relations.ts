import { column, type Migration } from "./kit.ts";

export const profilesAndRelations: Migration = {
  name: "profiles and relations",
  async up(db) {
    const added = [
      ["display_name", column.text],
      ["pronouns", column.text],
      ["avatar", column.json],
      ["status_text", column.text],
      ["status_presence", column.text],
      ["profile_content", column.text],
      ["profile_background", column.json],
      // When the user last got another discriminator because the name was taken.
      ["discriminator_changed_at", column.time],
    ] as const;
    for (const [name, type] of added) await db.schema.alterTable("users").addColumn(name, type).execute();
    await db.schema
      .createTable("relations")
      .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("other_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("status", column.text, (c) => c.notNull())
      .addColumn("since", column.time, (c) => c.notNull())
      .addPrimaryKeyConstraint("relations_key", ["user_id", "other_id"])
      .execute();
    await db.schema.createIndex("relations_other").on("relations").column("other_id").execute();
  },
};
