import { expect, test } from "bun:test";
import { relyingPartyOf } from "./relying-party.ts";

const of = (app: string, base = app) => relyingPartyOf({ app, api: `${base}/api` });

test("one address is one origin", () => {
  expect(of("https://chat.example.org")).toEqual({
    id: "chat.example.org",
    origins: ["https://chat.example.org"],
  });
  expect(of("http://localhost:8080")).toEqual({ id: "localhost", origins: ["http://localhost:8080"] });
});

test("a path of the client is no part of it", () => {
  expect(of("https://example.org/chat", "https://example.org").origins).toEqual(["https://example.org"]);
});

test("a server at a host below that of the client may ask too, and one elsewhere may not", () => {
  expect(of("https://example.org", "https://api.example.org").origins).toEqual([
    "https://example.org",
    "https://api.example.org",
  ]);
  for (const other of ["https://api.example.com", "https://anexample.org", "https://org"])
    expect(of("https://example.org", other).origins).toEqual(["https://example.org"]);
});
