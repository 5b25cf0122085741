import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { memberCalls, newModeratedServer } from "../../support/servers/member-calls.ts";
import { setRolePermissions } from "../../support/servers/roles.ts";
import { moveErrorCases } from "../voice/voice-errors.rows.ts";

const tooLong = { headers: { "x-audit-log-reason": "r".repeat(513) } };

async function setUp(pool: ServerPool) {
  const server = await pool.server();
  const community = await newModeratedServer(server);
  return { on: server, ...community, ...memberCalls(server, community) };
}

type Verb = "edit" | "kick" | "ban" | "unban";

function tooLongReason(verb: Verb): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    return community[verb](community.owner, community.member, {}, tooLong);
  };
}

function toNobody(verb: Verb): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    return community[verb](community.owner, { id: "nobody" }, { nickname: "N" });
  };
}

function withoutPermission(verb: Verb): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    return community[verb](community.moderator, community.member, { nickname: "N" });
  };
}

function toEqual(verb: Verb): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    await setRolePermissions(community.on, community.memberRole, [
      "KickMembers",
      "BanMembers",
      "ManageNicknames",
    ]);
    return community[verb](community.member, community.moderator, { nickname: "N" });
  };
}

/** An edit of a member by the owner. */
function edit(body: object): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    return community.edit(community.owner, community.member, body);
  };
}

function toOneself(verb: Verb): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    return community[verb](community.owner, community.owner, { timeout: 0 });
  };
}

function toOwner(verb: Verb): ErrorCase {
  return async (pool) => {
    const community = await setUp(pool);
    return community[verb](community.moderator, community.owner);
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

export const errorCases: ErrorCases = {
  member_edit_edit: {
    HeaderTooLarge: tooLongReason("edit"),
    NotFound: toNobody("edit"),
    InvalidOperation: edit({ pronouns: "they" }),
    CannotTimeoutYourself: toOneself("edit"),
    async IsElevated(pool) {
      const community = await setUp(pool);
      return community.edit(community.member, community.owner, { timeout: 0 });
    },
    LiveKitUnavailable: edit({ remove: ["VoiceChannel"] }),
    ...moveErrorCases,
    InvalidRole: edit({ roles: ["nothing"] }),
  },
  member_remove_kick: removal("kick"),
  ban_create_ban: removal("ban"),
  ban_remove_unban: {
    HeaderTooLarge: tooLongReason("unban"),
    NotFound: toNobody("unban"),
  },
  ban_list_list: {
    async NotFound(pool) {
      const { owner, ...community } = await setUp(pool);
      return memberCalls(community.on, { id: "nowhere" }).bans(owner);
    },
  },
};
