import type { Permission } from "../../../src/permissions/bits.ts";
import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { members, needing, type Rows, users } from "../../authorisation/row.ts";

const belowRank = { lower: "NotElevated" } as const;
const beyondDeputies = { lower: "NotElevated", deputy: "NotElevated" } as const;
const inServer = ({ serverId }: MatrixFixture) => ({ params: { target: serverId } });
const about = (name: keyof MatrixFixture["people"]) => (fixture: MatrixFixture) => ({
  params: { target: fixture.serverId, member: fixture.people[name].id },
});
const banning = (name: keyof MatrixFixture["people"]) => (fixture: MatrixFixture) => ({
  params: { server: fixture.serverId, target: fixture.people[name].id },
});
const editing =
  (body: object, name: keyof MatrixFixture["people"] = "target") =>
  (fixture: MatrixFixture) => ({
    params: { server: fixture.serverId, member: fixture.people[name].id },
    body,
  });

/** What each edit of another member needs, and of oneself if that differs. */
const moderation: [edit: string, body: object, needs: Permission, own?: Permission][] = [
  ["renamed", { nickname: "Nick" }, "ManageNicknames", "ChangeNickname"],
  ["nickname removed", { remove: ["Nickname"] }, "ManageNicknames", "ChangeNickname"],
  ["given roles", { roles: [] }, "AssignRoles"],
  ["roles taken", { remove: ["Roles"] }, "AssignRoles"],
  ["a timeout ended", { remove: ["Timeout"] }, "TimeoutMembers"],
  ["muted", { can_publish: false }, "MuteMembers"],
  ["unmuted", { remove: ["CanPublish"] }, "MuteMembers"],
  ["deafened", { can_receive: false }, "DeafenMembers"],
  ["hearing again", { remove: ["CanReceive"] }, "DeafenMembers"],
  ["picture removed", { remove: ["Avatar"] }, "RemoveAvatars", "ChangeAvatar"],
];

/** Nobody edits the owner, nor a member of the same rank. */
const superiors: Rows = Object.fromEntries(
  moderation.flatMap(([edit, body, needs, own = needs]) => [
    [
      `member_edit_edit, the owner ${edit}`,
      { call: editing(body, "owner"), ...needing(needs, beyondDeputies) },
    ],
    [
      `member_edit_edit, an equal ${edit}`,
      {
        call: editing(body, "timedOut"),
        ...needing(needs, { ...beyondDeputies, timedOut: `MissingPermission ${own}` }),
      },
    ],
  ]),
);

/** Members and bans. */
export const accessRows: Rows = {
  member_fetch_all_fetch_all: { call: inServer, ...members("ok", "NotFound") },
  member_fetch_fetch: { call: about("target"), ...members("ok", "NotFound") },
  member_experimental_query_member_experimental_query: {
    call: (fixture) => ({ ...inServer(fixture), query: "query=a&experimental_api=true" }),
    ...members("ok", "NotFound"),
  },
  member_edit_edit: {
    call: editing({ nickname: "Nick" }),
    ...needing("ManageNicknames", belowRank),
  },
  "member_edit_edit, oneself": {
    call: ({ serverId }, { id }) => ({
      params: { server: serverId, member: id },
      body: { nickname: "Nick" },
    }),
    ...needing("ChangeNickname", { stranger: "NotFound", banned: "NotFound", member: "ok", bot: "NotFound" }),
  },
  "member_edit_edit, one's own picture": {
    call: ({ serverId }, { id }) => ({
      params: { server: serverId, member: id },
      body: { remove: ["Avatar"] },
    }),
    ...needing("ChangeAvatar", { stranger: "NotFound", banned: "NotFound", member: "ok", bot: "NotFound" }),
  },
  "member_edit_edit, nothing": {
    call: editing({}),
    ...members("ok", "NotFound", { member: "NotElevated", lower: "NotElevated" }),
  },
  "member_edit_edit, roles taken": {
    call: editing({ remove: ["Roles"] }),
    ...needing("AssignRoles", belowRank),
  },
  "member_edit_edit, a role added that is not below one's own": {
    call: (fixture) => editing({ roles: [fixture.roles.deputy] })(fixture),
    ...needing("AssignRoles", beyondDeputies),
  },
  "member_edit_edit, a timeout": {
    call: editing({ timeout: "2100-01-01T00:00:00Z" }),
    ...needing("TimeoutMembers", belowRank),
  },
  "member_edit_edit, a timeout for those who give them": {
    call: editing({ timeout: "2100-01-01T00:00:00Z" }, "deputy"),
    needs: "TimeoutMembers",
    ...users("IsElevated", { deputy: "CannotTimeoutYourself" }),
  },
  "member_edit_edit, a timeout ended": {
    call: editing({ remove: ["Timeout"] }, "timedOut"),
    ...needing("TimeoutMembers", beyondDeputies),
  },
  "member_edit_edit, muted": { call: editing({ can_publish: false }), ...needing("MuteMembers", belowRank) },
  "member_edit_edit, unmuted": {
    call: editing({ remove: ["CanPublish"] }),
    ...needing("MuteMembers", belowRank),
  },
  "member_edit_edit, deafened": {
    call: editing({ can_receive: false }),
    ...needing("DeafenMembers", belowRank),
  },
  "member_edit_edit, hearing again": {
    call: editing({ remove: ["CanReceive"] }),
    ...needing("DeafenMembers", belowRank),
  },
  "member_edit_edit, their picture": {
    call: editing({ remove: ["Avatar"] }),
    ...needing("RemoveAvatars", belowRank),
  },
  ...superiors,
  member_remove_kick: { call: about("target"), ...needing("KickMembers", belowRank) },
  "member_remove_kick, an equal": {
    call: about("timedOut"),
    ...needing("KickMembers", { ...beyondDeputies, timedOut: "CannotRemoveYourself" }),
  },
  "member_remove_kick, the owner": {
    call: about("owner"),
    needs: "KickMembers",
    ...users("InvalidOperation", { owner: "CannotRemoveYourself" }),
  },
  ban_create_ban: { call: banning("target"), ...needing("BanMembers", belowRank) },
  "ban_create_ban, an equal": {
    call: banning("timedOut"),
    ...needing("BanMembers", { ...beyondDeputies, timedOut: "CannotRemoveYourself" }),
  },
  "ban_create_ban, the owner": {
    call: banning("owner"),
    needs: "BanMembers",
    ...users("InvalidOperation", { owner: "CannotRemoveYourself" }),
  },
  "ban_create_ban, a stranger": {
    call: banning("stranger"),
    ...needing("BanMembers", { stranger: "CannotRemoveYourself" }),
  },
  ban_remove_unban: { call: banning("banned"), ...needing("BanMembers") },
  ban_list_list: { call: inServer, ...needing("BanMembers") },
};
