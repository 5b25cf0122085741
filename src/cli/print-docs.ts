import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { IsArray, IsObject, type TObject } from "typebox";
import { buckets } from "../config/buckets.ts";
import { configKeys } from "../config/keys.ts";
import { configSchema } from "../config/schema.ts";
import { type ErrorSpec, errorCatalogue } from "../declare/error.ts";
import { permissionsOf } from "../declare/route.ts";
import { events, readyParts, routes } from "../domains/index.ts";
import { closeCodes } from "../gateway/close-codes.ts";
import { describeReady } from "../gateway/ready.ts";
import { describeEvents } from "../http/asyncapi.ts";
import { describeApi, describeNeeds } from "../http/openapi.ts";
import { grantAllSafe, type Permission, permission, permissionBits } from "../permissions/bits.ts";
import { includes } from "../permissions/bitset.ts";
import { directMessageDefault, newServerDefault, viewOnly, webhookDefault } from "../permissions/defaults.ts";

const top = join(import.meta.dir, "../..");

/** All generated files by path in the project. A test fails if a file on disk differs. */
export function generatedDocs(): Map<string, string> {
  return new Map([
    ["docs/reference/openapi.json", pretty(describeApi(routes, "https://chat.example.org/api"))],
    [
      "docs/reference/events.json",
      pretty(describeEvents({ events, ready: describeReady(readyParts) }, "wss://chat.example.org/ws")),
    ],
    ["docs/reference/errors.md", errorsPage()],
    ["docs/reference/limits.md", limitsPage()],
    ["docs/reference/close-codes.md", closeCodesPage()],
    ["docs/reference/permissions.md", permissionsPage()],
    ["docs/reference/config.md", configPage()],
  ]);
}

export async function writeDocs(): Promise<string[]> {
  const files = generatedDocs();
  for (const [file, content] of files) {
    mkdirSync(dirname(join(top, file)), { recursive: true });
    writeFileSync(join(top, file), content);
  }
  return [...files.keys()];
}

function errorsPage(): string {
  const rows = Object.entries<ErrorSpec>(errorCatalogue).map(
    ([name, { status, alsoStatus = [], extra = {}, doc }]) => [
      `\`${name}\``,
      [status, ...alsoStatus].join(", "),
      Object.keys(extra)
        .map((field) => `\`${field}\``)
        .join(" "),
      doc,
    ],
  );
  return page(
    "Errors",
    "Every failure is a JSON object with `type`, the fields named here, and `location`: the id of the request, by which the operator finds it in the log. The one exception is a refusal by the rate limiter, which holds only `retry_after`.",
    table(["Type", "Status", "Fields", "Meaning"], rows),
  );
}

function limitsPage(): string {
  const rows = Object.entries(buckets).map(([name, { calls, doc }]) => [
    `\`${name}\``,
    String(calls),
    doc,
    `\`ratelimits.${name}\``,
  ]);
  return page(
    "Rate limits",
    "A window opens with the first call and lasts `ratelimits.window_ms`. The server refuses further calls with 429 and `retry_after`, in milliseconds, and does not count them. It counts calls by session, by bot (with `ratelimits.bot_multiplier` times as many calls) or, with the token of a webhook in the path, by webhook; calls without a valid token count by address (IPv6: by /64), and so do calls below `/auth` that need no session, whatever token they carry, because they could be used to guess passwords and codes. In addition to the buckets, `ratelimits.total` limits the calls of each of these in all buckets together, unknown paths and ids included, and `ratelimits.total_address` those from one address with and without credentials. Logins, requests for a password reset, resets and proofs of identity (`PUT /auth/mfa/ticket`, and logins with a ticket) also count for the account that they name, in windows of `ratelimits.account_window_ms`: `ratelimits.account` from all addresses together, a tenth of it from one. An address without an account counts in the same way. Every response to a counted call says what is left, in `X-RateLimit-Limit`, `X-RateLimit-Bucket`, `X-RateLimit-Remaining` and `X-RateLimit-Reset-After`. Downloads of files, pages and files for browsers, preflights, `/health` and `/ready` are not counted. The pages at `/api/swagger` count in `swagger`.",
    table(["Bucket", "Calls", "Covers", "Key"], rows),
  );
}

function closeCodesPage(): string {
  const rows = Object.values(closeCodes).map(({ code, reason, reconnect, doc }) => [
    String(code),
    reason,
    reconnect ? "yes" : "no",
    doc,
  ]);
  return page(
    "Close codes of the event stream",
    "Why the server closed a connection. Before you reconnect, wait a little, and longer each time.",
    table(["Code", "Reason", "Reconnect?", "Meaning"], rows),
  );
}

function permissionsPage(): string {
  const names = Object.keys(permissionBits) as Permission[];
  const bits = names.map((name) => {
    const { bit, doc } = permissionBits[name];
    return [`\`${name}\``, String(bit), String(permission[name]), doc];
  });
  const sets: readonly [what: string, set: number][] = [
    [
      "Owners of servers and groups, operators in a confirmed session, and a user's own saved messages",
      grantAllSafe,
    ],
    ["Default permissions of a new server", newServerDefault],
    [
      "Direct messages with a user whom one may write to, and groups without permissions of their own",
      directMessageDefault,
    ],
    ["Other direct messages, and the most that a timeout leaves", viewOnly],
    ["New webhooks", webhookDefault],
  ];
  const members = (set: number) =>
    set === grantAllSafe
      ? "Bits 0 to 51"
      : names.filter((name) => includes(set, permission[name])).join(", ");
  return page(
    "Permissions",
    `A permission value is the sum of its bits. Values exceed 32 bits, which the bitwise operators of some languages do not support; bits from 52 on are never granted.

A member's permissions in a server start with the server's default permissions. The member's roles are then applied from the lowest (the greatest rank) to the highest; of two roles with the same rank, the newer is applied first, so the older decides. Each role first adds what it allows and then removes what it denies, so a later role can give back what an earlier one removed. In a channel, its default override and then its overrides for the member's roles follow in the same way. Restrictions come last: members who may not publish lose Speak and Video, those who may not receive lose Listen, and a timeout leaves at most ViewChannel and ReadMessageHistory. Without ViewChannel, a member has no permission in a channel. The owner has every permission, and users who are not members have none. Bots and operators have no special rules.

Ranks: a member has the rank of their highest role, a member without roles ranks lowest, and an equal rank is not lower.

The owner of a group has every permission in it. Its other members have what the group sets, and always ViewChannel and ReadMessageHistory. To change the permissions of a role or the defaults, a user must hold each bit that the change newly allows or no longer denies.`,
    `${table(["Name", "Bit", "Value", "Meaning"], bits)}\n\n## Sets\n\n${table(
      ["Where", "Value", "Permissions"],
      sets.map(([what, set]) => [what, String(set), members(set)]),
    )}\n\n## Routes\n\n${table(["Route", "What a caller needs"], routeRows())}`,
  );
}

/** Routes that need a permission, by path. */
function routeRows(): string[][] {
  return routes
    .filter((route) => permissionsOf(route).length > 0)
    .map((route) => [`\`${route.method} ${route.path}\``, describeNeeds(route)])
    .toSorted(([a = ""], [b = ""]) => (a.split(" ")[1] ?? "").localeCompare(b.split(" ")[1] ?? ""));
}

function configPage(): string {
  const rows = configKeys(configSchema).map(({ key, variable, schema }) => [
    `\`${key}\``,
    `\`${variable}\``,
    `\`${JSON.stringify(schema.default)}\``,
    `${schema.description ?? ""}${schema.secret ? " Never printed." : ""}`,
  ]);
  return page(
    "Configuration",
    "Keys of `ermine.toml`, in the working directory or where `ERMINE_CONFIG` says; a dot stands for a table. A variable takes precedence over the file. Lists in variables are separated by commas. Names that end in `_ms` are in milliseconds.",
    [table(["Key", "Variable", "Default", "Meaning"], rows), ...tableSections(configSchema)].join("\n\n"),
  );
}

/** The keys of the entries of lists of tables, each list in a section of its own. */
function tableSections(schema: TObject, parents: readonly string[] = []): string[] {
  return configKeys(schema, parents).flatMap(({ key, path, schema: list }) => {
    if (!IsArray(list) || !IsObject(list.items)) return [];
    const entries: TObject = list.items;
    const rows = configKeys(entries).map((entry) => [
      `\`${entry.key}\``,
      entry.schema.default === undefined ? "needed" : `\`${JSON.stringify(entry.schema.default)}\``,
      `${entry.schema.description ?? ""}${entry.schema.secret ? " Never printed." : ""}`,
    ]);
    const section = `## Each of \`${key}\`\n\n${table(["Key", "Default", "Meaning"], rows)}`;
    return [section, ...tableSections(entries, path)];
  });
}

function page(title: string, lead: string, body: string): string {
  return `# ${title}\n\n<!-- Generated by \`npm run generate\`. -->\n\n${lead}\n\n${body}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
