import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { File } from "../../../protocol/file.ts";
import { Id, model } from "../../../protocol/schema.ts";
import { listUsers } from "../../users/index.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { ServerBan } from "../model.ts";
import { banView } from "../rules/ban-view.ts";
import { listBans } from "../store/bans.ts";

const BannedUser = model("BannedUser", "Who is banned, as far as a list needs it.", {
  _id: Id,
  username: Type.String(),
  discriminator: Type.String(),
  avatar: Type.Union([File, Type.Null()]),
});

export const fetchBansRoute = route({
  id: "ban_list_list",
  method: "GET",
  path: "/servers/:target/bans",
  summary: "List who is banned from a server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  reply: model("BanListResult", "Bans, and those of the banned who exist; the two are in no common order.", {
    users: Type.Array(BannedUser),
    bans: Type.Array(ServerBan),
  }),
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    const { server } = await requireServerPermission({ db, caller, fail }, params.target, "BanMembers");
    const bans = await listBans(db, server.id);
    const users = await listUsers(
      db,
      bans.map(({ user_id }) => user_id),
    );
    return {
      users: users.map(({ id, username, discriminator, avatar }) => ({
        _id: id,
        username,
        discriminator,
        avatar: avatar === null ? null : (JSON.parse(avatar) as File),
      })),
      bans: bans.map(banView),
    };
  },
});
