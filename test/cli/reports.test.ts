import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { newUser } from "../support/accounts/people.ts";
import { readFileState } from "../support/files/file-state.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { messageCalls } from "../support/messages/message-calls.ts";
import { newRoom } from "../support/messages/sending.ts";
import { about, reported, reportsBy } from "../support/operators/reports.ts";
import { rowsOf, runErmine, tableOf } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";

setDefaultTimeout(60_000);

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each([...preferPostgres])("ermine reports on %s", (engine) => {
  test("are listed newest first, and resolved or rejected", async () => {
    await using server = await openServer(engine);
    const { home, clock } = server;
    const room = await newRoom(server);
    const reporter = await newUser(server);
    expect(await rowsOf(home, "reports", "list", "--status", "all")).toEqual([]);
    const first = await reported(server, reporter, about("Server", room.id));
    const second = await reported(server, reporter, about("User", room.owner.id));
    const third = await reported(server, reporter, {
      ...about("User", room.member.id),
      report_reason: "Underage",
    });
    const listed = async (...words: string[]) =>
      (await rowsOf(home, "reports", "list", ...words)).map(({ id, status }) => `${id} ${status}`);
    const [newest] = await rowsOf(home, "reports", "list", "--limit", "1");
    expect(newest).toEqual({
      id: third.id,
      made: timestamp,
      status: "Created",
      about: "User",
      reported: room.member.id,
      reason: "Underage",
      by: reporter.id,
    });
    expect(await listed()).toEqual([third, second, first].map(({ id }) => `${id} Created`));

    const before = clock.now();
    const done = await rowsOf(home, "reports", "close", first.id, "--note", "Talked to them");
    expect(done).toMatchObject([{ id: first.id, status: "Resolved" }]);
    expect(await tableOf(home, "reports", "close", second.id, "--reject", "All is fine")).toMatchObject([
      { id: second.id, status: "Rejected" },
    ]);
    expect(await listed()).toEqual([`${third.id} Created`]);
    expect(await listed("--status", "closed")).toEqual([`${second.id} Rejected`, `${first.id} Resolved`]);
    expect(await listed("--status", "all")).toHaveLength(3);
    const [one, other, open] = await reportsBy(server, reporter);
    expect(one).toEqual({
      ...first,
      status: "Resolved",
      notes: "Talked to them",
      closed_at: expect.any(Number),
    });
    expect(one?.closed_at).toBeGreaterThanOrEqual(before);
    expect(other).toMatchObject({ status: "Rejected", rejection_reason: "All is fine", notes: "" });
    expect(open).toEqual(third);
  });

  test("are shown as text, with the messages in their order", async () => {
    await using server = await openServer(engine);
    const { home } = server;
    const room = await newRoom(server);
    const calls = messageCalls(server, room.channel);
    const file = await uploadFile(server, room.owner, { content: "words", filename: "note.txt" });
    await calls.send(room.member, "First.");
    const message = await calls.send(room.owner, { content: "Second.\n\u001b[2Jlines", attachments: [file] });
    await calls.send(room.member, "Third.");
    const { id } = await reported(server, room.member, about("Message", message), {
      additional_context: "Look at the lines.",
    });
    await calls.remove(room.owner, message);
    const { blob_key } = await readFileState(server, file);
    const { code, stdout, stderr } = await runErmine(home, ["reports", "show", id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const parts = [
      `Report   ${id}\n`,
      new RegExp(`By {7}Somebody#\\d{4} \\(${room.member.id}\\)\n`),
      `About    Message ${message}\n`,
      "Reason   NoneSpecified\n",
      "Context  Look at the lines.\n",
      "Status   Created\n",
      `Channel  General (${room.channel}) TextChannel\nServer   ${room.id}\n`,
      new RegExp(`Author  Somebody#\\d{4} \\(${room.owner.id}\\)\n`),
      "    First.\n",
      new RegExp(`\n> \\S+ ${message} Somebody#\\d{4} `),
      "    Second.\n    \ufffd[2Jlines\n",
      `    file note.txt (text/plain, 5 bytes, stored as ${blob_key})\n`,
      "    Third.\n",
    ];
    let rest = stdout;
    for (const part of parts) {
      const at = rest.search(typeof part === "string" ? RegExp.escape(part) : part);
      expect(at, `${part} in\n${rest}`).toBeGreaterThanOrEqual(0);
      rest = rest.slice(at + 1);
    }
  });

  test("commands report mistakes and change nothing", async () => {
    await using server = await openServer(engine);
    const room = await newRoom(server);
    const open = await reported(server, room.member, about("Server", room.id));
    const closed = await reported(server, room.member, about("User", room.owner.id));
    await rowsOf(server.home, "reports", "close", closed.id);
    const before = await reportsBy(server, room.member);
    const mistakes: [words: string[], problem: RegExp][] = [
      [["list", "--status", "new"], /^--status must be open, closed or all$/m],
      [["list", "--status", "constructor"], /^--status must be open, closed or all$/m],
      [["list", "--limit", "0"], /^--limit must be a number from 1 to 1000$/m],
      [["list", "--limit", "1001"], /^--limit must be a number from 1 to 1000$/m],
      [["list", "--limit", "many"], /^--limit must be a number from 1 to 1000$/m],
      [["show", "unknown"], /^no report has the id unknown$/m],
      [["show"], /Usage: ermine reports show <report>/],
      [["close", "unknown"], /^no report has the id unknown$/m],
      [["close", open.id, "--reject", " "], /^--reject needs a reason$/m],
      [["close", closed.id, "--note", "Again"], /^the report \w+ is already closed$/m],
    ];
    for (const [words, problem] of mistakes) {
      const { code, stdout, stderr } = await runErmine(server.home, ["reports", ...words]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(problem);
    }
    expect(await reportsBy(server, room.member)).toEqual(before);
  });
});
