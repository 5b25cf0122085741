import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { openInbox } from "../support/accounts/inbox.ts";
import { mailSettings } from "../support/accounts/mailing.ts";
import { newEmail, password } from "../support/accounts/people.ts";
import { startNodeProcess } from "../support/cluster/cluster-process.ts";
import { environmentOf } from "../support/processes/program.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import { seconds } from "../support/server/test-clock.ts";
import { until } from "../support/until.ts";
import { openFirstNode } from "./two-nodes.ts";

setDefaultTimeout(120_000);

const program = join(import.meta.dir, "../support/programs/run-with-clock.ts");
const mails = 16;

describe.if(engines.includes("postgres"))("a node whose clock is 90 seconds ahead", () => {
  thoroughTest("leaves the jobs that others run to them, and says that its clock differs", async () => {
    const held = Promise.withResolvers<void>();
    let begun = 0;
    // The mail server takes its time, so that the jobs still run when the other node looks for some.
    await using inbox = await openInbox({
      onMailFrom(_address, _session, done) {
        begun += 1;
        void held.promise.then(() => done());
      },
    });
    await using first = await openFirstNode(mailSettings(inbox.port));
    const addresses = Array.from({ length: mails }, () => newEmail());
    for (const email of addresses)
      expect((await first.client.post("/auth/account/create", { email, password })).status).toBe(204);
    await until(() => begun > 0);
    const variables = {
      CLOCK_AHEAD_MS: String(seconds(90)),
      ERMINE_SMTP_HOST: "127.0.0.1",
      ERMINE_SMTP_PORT: String(inbox.port),
      ERMINE_SMTP_TLS: "none",
      ERMINE_SMTP_FROM: "Ermine <noreply@example.org>",
    };
    await using ahead = await startNodeProcess(first, variables, program);
    // Several times as often as the node looks for jobs.
    await Bun.sleep(seconds(3));
    held.resolve();
    await until(() => new Set(inbox.received.map(({ to }) => to)).size === mails);
    await first.drain();
    await ahead.client.get("/");
    expect(inbox.received.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(ahead.stdout()).toContain("the clock of this machine differs from that of the database");
  });

  test("is one that doctor warns of", async () => {
    await using first = await openFirstNode();
    const clockOn = async (aheadMs: number) => {
      const child = Bun.spawn([process.execPath, program, "doctor", "--json"], {
        env: environmentOf(first.home, { CLOCK_AHEAD_MS: String(aheadMs) }),
        stdio: ["ignore", "pipe", "ignore"],
      });
      const findings = JSON.parse(await new Response(child.stdout).text()) as Record<string, string>[];
      return findings.find(({ check }) => check === "clock");
    };
    expect(await clockOn(0)).toMatchObject({ state: "ok" });
    expect(await clockOn(seconds(90))).toMatchObject({
      state: "warning",
      text: expect.stringContaining("s ahead of the clock of PostgreSQL"),
    });
    expect(await clockOn(-seconds(2))).toMatchObject({
      state: "warning",
      text: expect.stringContaining("s behind the clock of PostgreSQL"),
    });
  });
});
