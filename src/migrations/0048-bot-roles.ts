import { column, type ReleasedMigration } from "./kit.ts";

/** Roles that belong to bots, and users whom earlier invites to a group no longer let in, because it expelled them. */
export const botRoles: ReleasedMigration = {
  name: "bot roles",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("roles").addColumn("owner_id", column.id).execute();
    await db.schema.createIndex("roles_owner").on("roles").column("owner_id").execute();
    await db.schema.alterTable("bots").addColumn("default_permissions", column.bits).execute();
    await db.schema
      .createTable("barred_users")
      .addColumn("code", column.text, (c) => c.notNull().references("invites.code").onDelete("cascade"))
      .addColumn("user_id", column.id, (c) => c.notNull())
      .addPrimaryKeyConstraint("barred_users_key", ["code", "user_id"])
      .execute();
    await db.schema.createIndex("barred_users_user").on("barred_users").column("user_id").execute();
  },
};
