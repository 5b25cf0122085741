import { callsIn, newStaffed } from "../member-calls.ts";
import { allowRole } from "../roles-held.ts";
import type { Provocation, Provocations, Stage } from "./stage.ts";

const tooLong = { headers: { "x-audit-log-reason": "r".repeat(513) } };

async function begin(stage: Stage) {
  const server = await stage.server();
  const place = await newStaffed(server);
  return { on: server, ...place, ...callsIn(server, place) };
}

type Verb = "edit" | "kick" | "ban" | "unban";

function tooLongReason(verb: Verb): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    return place[verb](place.owner, place.member, {}, tooLong);
  };
}

function toNobody(verb: Verb): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    return place[verb](place.owner, { id: "nobody" }, { nickname: "N" });
  };
}

function withoutPermission(verb: Verb): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    return place[verb](place.moderator, place.member, { nickname: "N" });
  };
}

function toEqual(verb: Verb): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    await allowRole(place.on, place.memberRole, ["KickMembers", "BanMembers", "ManageNicknames"]);
    return place[verb](place.member, place.moderator, { nickname: "N" });
  };
}

/** What the owner cannot change of a member. */
function edit(body: object): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    return place.edit(place.owner, place.member, body);
  };
}

function toOneself(verb: Verb): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    return place[verb](place.owner, place.owner, { timeout: 0 });
  };
}

function toOwner(verb: Verb): Provocation {
  return async (stage) => {
    const place = await begin(stage);
    return place[verb](place.moderator, place.owner);
  };
}

const removal = (verb: "kick" | "ban") => ({
  HeaderTooLarge: tooLongReason(verb),
  NotFound: toNobody(verb),
  CannotRemoveYourself: toOneself(verb),
  InvalidOperation: toOwner(verb),
  MissingPermission: withoutPermission(verb),
  NotElevated: toEqual(verb),
});

export const memberProvocations: Provocations = {
  member_edit_edit: {
    HeaderTooLarge: tooLongReason("edit"),
    NotFound: toNobody("edit"),
    MissingPermission: withoutPermission("edit"),
    InvalidOperation: edit({ pronouns: "they" }),
    CannotTimeoutYourself: toOneself("edit"),
    async IsElevated(stage) {
      const place = await begin(stage);
      return place.edit(place.member, place.owner, { timeout: 0 });
    },
    LiveKitUnavailable: edit({ remove: ["VoiceChannel"] }),
    NotElevated: toEqual("edit"),
    InvalidRole: edit({ roles: ["nothing"] }),
  },
  member_remove_kick: removal("kick"),
  ban_create_ban: removal("ban"),
  ban_remove_unban: {
    HeaderTooLarge: tooLongReason("unban"),
    NotFound: toNobody("unban"),
    MissingPermission: withoutPermission("unban"),
  },
  ban_list_list: {
    async NotFound(stage) {
      const { owner, ...place } = await begin(stage);
      return callsIn(place.on, { id: "nowhere" }).bans(owner);
    },
    async MissingPermission(stage) {
      const place = await begin(stage);
      return place.bans(place.moderator);
    },
  },
};
