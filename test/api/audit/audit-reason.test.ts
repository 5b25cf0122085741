import { expect, test } from "bun:test";
import { rawRequest, sendRaw } from "../../support/http/raw-http.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";

describeServer("the reason for the audit log", anyEngine, (server) => {
  /** Creates an invite with the raw bytes as reason; resolves to the logged reason or the error type. */
  async function createInvite(community: Community, reason: Uint8Array): Promise<unknown> {
    const headers = {
      "X-Session-Token": community.owner.token,
      "X-Audit-Log-Reason": Buffer.from(reason).toString("latin1"),
      "Content-Length": "0",
    };
    const request = rawRequest(`POST /api/channels/${community.channel}/invites`, headers);
    const { status, body } = await sendRaw(server, Buffer.from(request, "latin1"));
    if (status !== 200) return JSON.parse(body).type;
    return (await readAuditLog(server, community)).at(-1)?.reason;
  }

  test("is decoded as UTF-8, or as Latin-1 if it is not valid UTF-8", async () => {
    const community = await newCommunity(server);
    for (const text of ["plain", "café", "日本 🦦", "Ã©"])
      expect(await createInvite(community, Buffer.from(text))).toBe(text);
    expect(await createInvite(community, Buffer.from("café", "latin1"))).toBe("café");
    expect(await createInvite(community, Buffer.from([0x61, 0xed, 0xa0, 0x80]))).toBe("a\u00ed\u00a0\u0080");
  });

  test("is limited by bytes, whatever the encoding", async () => {
    const community = await newCommunity(server);
    expect(await createInvite(community, Buffer.from("é".repeat(256)))).toBe("é".repeat(256));
    expect(await createInvite(community, Buffer.from(`${"é".repeat(256)}x`))).toBe("HeaderTooLarge");
    expect(await createInvite(community, Buffer.from("é".repeat(512), "latin1"))).toBe("é".repeat(512));
    expect(await createInvite(community, Buffer.from("é".repeat(513), "latin1"))).toBe("HeaderTooLarge");
  });
});
