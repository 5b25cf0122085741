import { expect, test } from "bun:test";
import { downloadPath, isValidLink } from "./download-link.ts";

const key = { encryptionKey: Buffer.alloc(32, 1) };
const download = { serverId: "S", id: "E" };
const token = downloadPath(download, 1_000, key).split("/").at(-1) ?? "";
const minute = 60_000;

test("a link is valid for some minutes, for one archive of one server, and here only", () => {
  expect(isValidLink(token, download, { now: 1_000 + minute, key })).toBe(true);
  expect(isValidLink(token, download, { now: 1_000 + 6 * minute, key })).toBe(false);
  expect(isValidLink(token, { ...download, id: "F" }, { now: 1_000, key })).toBe(false);
  expect(isValidLink(token, { ...download, serverId: "T" }, { now: 1_000, key })).toBe(false);
  expect(isValidLink(token, download, { now: 1_000, key: { encryptionKey: Buffer.alloc(32, 2) } })).toBe(
    false,
  );
});

test.each(["", "x", token.slice(1), `9${token}`, `${token}0`, token.replace(/^\d+/, "")])(
  "%s is no link",
  (changed) => {
    expect(isValidLink(changed, download, { now: 1_000, key })).toBe(false);
  },
);
