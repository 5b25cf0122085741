import type { BucketName } from "../../../src/config/buckets.ts";
import type { Permission } from "../../../src/permissions/bits.ts";
import { inFile, type Row } from "./row.ts";

const rates = inFile("test/api/rate-limits/rate-limits.test.ts");

/** The calls that each bucket admits in a window. */
export const bucketLimits: readonly (readonly [paths: string, bucket: BucketName, calls: number])[] = [
  ["/users", "users", 20],
  ["PATCH /users/{id}", "user_edit", 2],
  ["/users/{id}/default_avatar", "default_avatar", 255],
  ["/bots", "bots", 10],
  ["/channels", "channels", 15],
  ["POST /channels/{id}/messages", "messaging", 10],
  ["/servers", "servers", 5],
  ["/auth", "auth", 3],
  ["DELETE /auth", "auth_delete", 255],
  ["/safety", "safety", 15],
  ["/safety/report", "safety_report", 3],
  ["/swagger", "swagger", 100],
  ["all other paths", "any", 20],
];

const header = (name: string, rule: string): Row => ({
  name,
  rule,
  test: rates("every response has the four headers"),
  traffic: { call: "GET /users/@me", status: 200, limit: name.toLowerCase() },
});

export const limitRows: readonly Row[] = [
  ...bucketLimits.map(([paths, , calls]) => ({
    name: paths,
    rule: `${calls} calls in a window`,
    test: rates("every bucket has the limit of the specification"),
  })),
  {
    name: "a window",
    rule: "lasts 10 seconds from its first call",
    test: rates("a window lasts ten seconds from its first call, also with later calls"),
    traffic: { call: "POST /auth/session/login", status: 429 },
  },
  { name: "buckets", rule: "count independently of each other", test: rates("buckets are independent") },
  {
    name: "429, retry_after",
    rule: "holds the milliseconds to wait, and nothing else",
    test: rates("a 429 response contains the time to wait and nothing else"),
    traffic: { call: "GET /", status: 429, field: "retry_after" },
  },
  header("X-RateLimit-Limit", "the calls that the bucket admits"),
  header("X-RateLimit-Bucket", "names the bucket"),
  header("X-RateLimit-Remaining", "the calls that are left"),
  header("X-RateLimit-Reset-After", "the milliseconds to the end of the window"),
  {
    name: "bulk deletion, one week",
    rule: "older messages are refused",
    test: inFile("test/api/messages/delete-bulk.test.ts")("accepts ids that are at most a week old"),
    traffic: { call: "DELETE /channels/{target}/messages/bulk", status: 204 },
  },
  {
    name: "Role.colour, 128 characters",
    rule: "longer ones are refused",
    test: inFile("src/rules/colour.test.ts")("refuses more than 128 characters, however well formed"),
  },
];

/** The bits that clients know. */
export const permissionBitsOfClients: readonly (readonly [name: Permission, bit: number])[] = [
  ["ManageChannel", 0],
  ["ManageServer", 1],
  ["ManagePermissions", 2],
  ["ManageRole", 3],
  ["ManageCustomisation", 4],
  ["KickMembers", 6],
  ["BanMembers", 7],
  ["TimeoutMembers", 8],
  ["AssignRoles", 9],
  ["ChangeNickname", 10],
  ["ManageNicknames", 11],
  ["ChangeAvatar", 12],
  ["RemoveAvatars", 13],
  ["ViewChannel", 20],
  ["ReadMessageHistory", 21],
  ["SendMessage", 22],
  ["ManageMessages", 23],
  ["ManageWebhooks", 24],
  ["InviteOthers", 25],
  ["SendEmbeds", 26],
  ["UploadFiles", 27],
  ["Masquerade", 28],
  ["React", 29],
  ["Connect", 30],
  ["Speak", 31],
  ["Video", 32],
  ["MuteMembers", 33],
  ["DeafenMembers", 34],
  ["MoveMembers", 35],
];

const bits = inFile("src/permissions/bits.test.ts");
const matrix = inFile("test/authorisation/matrix.test.ts");
const layers = inFile("src/permissions/servers.test.ts");
const bulk = inFile("test/api/messages/delete-bulk.test.ts");
const reactions = inFile("test/api/messages/reactions.test.ts");
const reactionChecks = inFile("test/api/messages/reactions-checks.test.ts");

export const permissionRows: readonly Row[] = [
  ...permissionBitsOfClients.map(([name, bit]) => ({
    name,
    rule: `bit ${bit}, value ${2 ** bit}`,
    test: bits("have the values that clients use"),
  })),
  {
    name: "routes and their permissions",
    rule: "each route asks for exactly the permissions that it declares",
    test: matrix("observes exactly the permissions that each route declares"),
  },
  {
    name: "allow, then deny",
    rule: "each step of the calculation first adds what it allows, and then removes what it denies",
    test: layers("%s", "within one role, deny wins"),
  },
  {
    name: "ManageMessages, bulk deletion",
    rule: "is needed also for the caller's own messages",
    test: bulk("needs ManageMessages for the caller's own messages too, also in conversations and groups"),
    traffic: { call: "DELETE /channels/{target}/messages/bulk", status: 403, error: "MissingPermission" },
  },
  {
    name: "ManageMessages, reactions of others",
    rule: "is needed to remove one of them, all with an emoji, or all",
    test: reactions("of others are removed with ManageMessages: one, all with an emoji, or all"),
    traffic: { call: "DELETE /channels/{target}/messages/{msg}/reactions", status: 204 },
  },
  {
    name: "React",
    rule: "is needed to add a reaction",
    test: reactionChecks("are checked in this order when they are added"),
    traffic: {
      call: "PUT /channels/{target}/messages/{msg}/reactions/{emoji}",
      status: 403,
      error: "MissingPermission",
    },
  },
];
