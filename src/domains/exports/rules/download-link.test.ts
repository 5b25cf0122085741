import { expect, test } from "bun:test";
import { downloadPath, readLink } from "./download-link.ts";

const key = { encryptionKey: Buffer.alloc(32, 1) };
const download = { serverId: "S", id: "E", owner: "O" };
const newToken = (operator: string) =>
  downloadPath(download, { operator, now: 1_000, key }).split("/").at(-1) ?? "";
const token = newToken("");
const minute = 60_000;

test("a link is valid for some minutes, for one archive of one server, and here only", () => {
  expect(readLink(token, download, { now: 1_000 + minute, key })).toEqual({
    id: expect.any(String),
    until: 1_000 + 5 * minute,
    operator: "",
  });
  expect(readLink(newToken("P"), download, { now: 1_000, key })).toMatchObject({ operator: "P" });
  expect(readLink(token, download, { now: 1_000 + 6 * minute, key })).toBeUndefined();
  expect(readLink(token, { ...download, id: "F" }, { now: 1_000, key })).toBeUndefined();
  expect(readLink(token, { ...download, serverId: "T" }, { now: 1_000, key })).toBeUndefined();
  expect(readLink(token, { ...download, owner: "P" }, { now: 1_000, key })).toBeUndefined();
  expect(
    readLink(token, download, { now: 1_000, key: { encryptionKey: Buffer.alloc(32, 2) } }),
  ).toBeUndefined();
});

test.each([
  "",
  "x",
  token.slice(1),
  `9${token}`,
  `${token}0`,
  token.replace(/^\d+/, ""),
  token.replace(/-.{16}-/, "-0123456789abcdef-"),
  token.replace("--", "-P-"),
])("%s is no link", (changed) => {
  expect(readLink(changed, download, { now: 1_000, key })).toBeUndefined();
});
