import { isDeepStrictEqual } from "node:util";
import { route } from "../../../declare/route.ts";
import { grantAllSafe } from "../../../permissions/bits.ts";
import { mayGrant } from "../../../permissions/granting.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import {
  Channel,
  ChannelUpdated,
  DefaultPermissionsEdit,
  setGroupPermissions,
  updateChannel,
} from "../../conversations/index.ts";
import { emitChannelUpdate, lockServer } from "../../servers/index.ts";
import { requireChannel } from "../actions/require-channel.ts";

export const setChannelDefaultPermissionsRoute = route({
  id: "permissions_set_default_set_default_channel_permissions",
  method: "PUT",
  path: "/channels/:target/permissions/default",
  summary: "Set what a channel of a server allows and denies everybody, or what a group allows its people.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  body: DefaultPermissionsEdit,
  reply: Channel,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "MissingPermission",
    "InvalidOperation",
    "CannotGiveMissingPermissions",
  ],
  emits: [ChannelUpdated],
  async handle({ params, headers, body: { permissions }, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const access = await requireChannel({ db: tx, caller, fail }, params.target, "ManagePermissions");
    const { channel, permissions: held } = access;
    if (channel.channel_type === "Group" && typeof permissions === "number") {
      if (permissions > grantAllSafe) throw fail("CannotGiveMissingPermissions");
      return setGroupPermissions(tx, channel, permissions);
    }
    if (channel.channel_type !== "TextChannel" || typeof permissions === "number")
      throw fail("InvalidOperation");
    const { _id: id, server, default_permissions: current } = channel;
    const next = { a: permissions.allow, d: permissions.deny };
    if (!mayGrant(held, current, next)) throw fail("CannotGiveMissingPermissions");
    if (isDeepStrictEqual(current, next)) return channel;

    await lockServer(tx, server);
    await updateChannel(tx, id, { default_allow: next.a, default_deny: next.d });
    const action = {
      type: "ChannelEdit",
      channel: id,
      before: current ? { default_permissions: current } : {},
      after: { default_permissions: next },
    } as const;
    await recordAudit(tx, { server, by: caller.userId, reason, action });
    return emitChannelUpdate(tx, id, () => ({ data: { default_permissions: next } }));
  },
});
