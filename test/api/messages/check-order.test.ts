import { beforeAll, expect, test } from "bun:test";
import { bitsetOf, type Permission } from "../../../src/permissions/bits.ts";
import { union } from "../../../src/permissions/bitset.ts";
import { newServerDefault } from "../../../src/permissions/defaults.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { newRoom, postMessage, type Room, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

interface Fault {
  readonly error: string;
  readonly draft?: Readonly<Record<string, unknown>>;
  readonly deny?: Permission;
  /** The target of the message, instead of a channel without faults. */
  readonly to?: "unknown" | "slow";
  readonly key?: "used";
}

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const missing = (deny: Permission, draft: Fault["draft"] = {}): Fault => ({
  error: `MissingPermission ${deny}`,
  deny,
  draft,
});
const reacting = (...reactions: string[]) => ({ interactions: { reactions } });
const letters = Array.from({ length: 26 }, (_, letter) => String.fromCodePoint(0x1f1e6 + letter));
const six = <T>(thing: T): T[] => Array.from({ length: 6 }, () => thing);
const reply = (id: string) => ({ id, mention: false });

/** The faults of a message, in the order of their checks. */
const faults: readonly Fault[] = [
  { error: "FailedValidation", draft: { masquerade: { colour: "#no" } } },
  { error: "DuplicateNonce", key: "used" },
  { error: "NotFound", to: "unknown" },
  missing("SendMessage"),
  missing("Masquerade", { masquerade: { name: "M" } }),
  missing("ManageRole", { masquerade: { colour: "red" } }),
  missing("SendEmbeds", { embeds: [{}] }),
  missing("UploadFiles", { attachments: ["unknown"] }),
  { error: "InSlowmode", to: "slow" },
  missing("React", reacting("👍")),
  { error: "InvalidOperation", draft: reacting(...letters.slice(0, 21)) },
  { error: "NotFound", draft: reacting(unknownId) },
  { error: "InvalidOperation", draft: reacting("no emoji") },
  { error: "PayloadTooLarge", draft: { content: "x".repeat(2001) } },
  { error: "DuplicateNonce", draft: { nonce: "used" } },
  { error: "EmptyMessage", draft: { content: "" } },
  { error: "InvalidProperty", draft: { flags: 8 } },
  { error: "IsNotBot", draft: { flags: 4 } },
  { error: "InvalidProperty", draft: { interactions: { restrict_reactions: true } } },
  missing("MentionEveryone", { content: "@everyone" }),
  missing("MentionRoles", { content: "<%ROLE>" }),
  { error: "TooManyReplies", draft: { replies: six(reply(unknownId)) } },
  { error: "NotFound", draft: { replies: [reply(unknownId)] } },
  { error: "TooManyAttachments", draft: { attachments: six("unknown") } },
  { error: "TooManyEmbeds", draft: { embeds: six({}) } },
  { error: "NotFound", draft: { attachments: ["unknown"] } },
  { error: "NotFound", draft: { embeds: [{ media: "unknown" }] } },
];

/** Where both set the same field, the earlier fault wins. */
const merge = (earlier: Fault, later: Fault): Fault => ({
  ...later,
  ...earlier,
  draft: { ...later.draft, ...earlier.draft },
});
const named = (fault: Fault, index: number) => [`${index}, ${fault.error}`, fault] as const;
const neighbours = faults.slice(0, -1).map((fault, index) => {
  const next = faults[index + 1] ?? fault;
  const denied = [fault.deny, next.deny].filter((permission) => permission !== undefined);
  return { name: `${index}, ${fault.error}, before ${next.error}`, fault: merge(fault, next), denied };
});

describeServer("the checks of a message are made in order", anyEngine, (server) => {
  let community: Room;
  let slow: string;
  let role: string;
  beforeAll(async () => {
    community = await newRoom(server);
    const { client } = server;
    const { owner, member, channel } = community;
    slow = (await client.post(`/servers/${community.id}/channels`, { name: "slow" }, owner)).body._id;
    role = (await client.post(`/servers/${community.id}/roles`, { name: "crew" }, owner)).body.id;
    await client.patch(`/channels/${slow}`, { slowmode: 600 }, owner);
    await sendMessage(server, { by: member, channel: slow }, { content: "First." });
    await sendMessage(server, { by: member, channel: channel, key: "used" }, { content: "First." });
  });

  const allowed = union(
    newServerDefault,
    bitsetOf("Masquerade", "ManageRole", "MentionEveryone", "MentionRoles"),
  );
  async function postFault(
    { draft = {}, to, key }: Fault,
    denied: readonly Permission[],
  ): Promise<ApiResponse> {
    const channel = to === "slow" ? slow : community.channel;
    const permissions = { allow: allowed, deny: bitsetOf(...denied) };
    await server.client.put(`/channels/${channel}/permissions/default`, { permissions }, community.owner);
    const text = String(draft.content ?? "Hello.").replace("ROLE", role);
    const target = {
      by: community.member,
      channel: to === "unknown" ? "unknown" : channel,
      ...(key && { key }),
    };
    return postMessage(server, target, { ...draft, content: text });
  }
  const failure = ({ body }: ApiResponse) =>
    [body.type, ...(body.permission ? [body.permission] : [])].join(" ");

  test("a draft without faults is sent", async () => {
    expect((await postFault({ error: "", draft: reacting("👍") }, [])).status).toBe(200);
  });

  test.each(faults.map(named))("fault %s", async (_, fault) => {
    expect(failure(await postFault(fault, fault.deny ? [fault.deny] : []))).toBe(fault.error);
  });

  test.each(neighbours)("fault $name", async ({ fault, denied }) => {
    expect(failure(await postFault(fault, denied))).toBe(fault.error);
  });
});
