import { rowWith } from "../known-rows.ts";
import type { ImportStep } from "../step.ts";
import {
  type Document,
  documentOf,
  flagOf,
  idOf,
  idsOf,
  LeftOut,
  optionalText,
  optionalTime,
  timeOf,
  Unusable,
} from "../values/values.ts";

function keyIn({ _id }: Document): { server_id: string; user_id: string } {
  const { server, user } = documentOf(_id);
  return { server_id: String(server), user_id: String(user) };
}

function keyOf({ _id }: Document): { server_id: string; user_id: string } {
  const { server, user } = documentOf(_id);
  return { server_id: idOf(server, "_id.server"), user_id: idOf(user, "_id.user") };
}

export const membersStep: ImportStep = {
  collection: "server_members",
  lookups(member) {
    const { server_id, user_id } = keyIn(member);
    return [
      rowWith("members", { server_id, user_id }),
      rowWith("pending_timeouts", { server_id, user_id }),
      rowWith("servers", { id: server_id }),
      rowWith("users", { id: user_id }),
      ...idsOf(member.roles).map((id) => rowWith("roles", { id, server_id })),
    ];
  },
  take(member, target, { now }) {
    const { known } = target;
    const key = keyOf(member);
    const { server_id, user_id } = key;
    if (known.has(rowWith("members", key)) || known.has(rowWith("pending_timeouts", key)))
      throw new Unusable("the user is a member already");
    if (!known.has(rowWith("servers", { id: server_id }))) throw new Unusable("its server is missing");
    if (!known.has(rowWith("users", { id: user_id }))) throw new Unusable("its user is missing");
    const [can_publish, can_receive] = [flagOf(member.can_publish, true), flagOf(member.can_receive, true)];
    const timeout_until = optionalTime(member.timeout, "timeout");
    if (member.pending_deletion_at !== undefined) {
      if (timeout_until === null || timeout_until <= now) throw new LeftOut("has left the server");
      target.add("pending_timeouts", { ...key, timeout_until, can_publish, can_receive });
      return;
    }
    const avatar = target.useFile(member.avatar, "MemberAvatar", server_id);
    target.add("members", {
      ...key,
      joined_at: timeOf(member.joined_at, "joined_at"),
      nickname: optionalText(member.nickname, "nickname"),
      pronouns: optionalText(member.pronouns, "pronouns"),
      avatar: avatar ? JSON.stringify(avatar) : null,
      timeout_until,
      can_publish,
      can_receive,
    });
    for (const [position, role_id] of idsOf(member.roles).entries()) {
      if (known.has(rowWith("roles", { id: role_id, server_id })))
        target.add("member_roles", { ...key, role_id, position });
      else target.note("A role of a member is missing", role_id);
    }
  },
};

export const bansStep: ImportStep = {
  collection: "server_bans",
  lookups(ban) {
    const key = keyIn(ban);
    return [rowWith("bans", key), rowWith("servers", { id: key.server_id })];
  },
  take(ban, target) {
    const key = keyOf(ban);
    if (target.known.has(rowWith("bans", key))) throw new Unusable("the user is banned already");
    if (!target.known.has(rowWith("servers", { id: key.server_id })))
      throw new Unusable("its server is missing");
    target.add("bans", { ...key, reason: optionalText(ban.reason, "reason") });
  },
};
