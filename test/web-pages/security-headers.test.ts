import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newFolder, type TestFolder } from "../support/browser/client-folder.ts";
import { openServer } from "../support/server/server.ts";

const node = { name: "a", url: "http://127.0.0.1:1", key: "key", secret: "s".repeat(32) };

describe("what a page of the web client may load", () => {
  let folder: TestFolder;
  beforeAll(() => {
    folder = newFolder({ "index.html": "<!doctype html>", "assets/a-AbCdEf12.js": "1" });
  });
  afterAll(() => folder[Symbol.dispose]());

  async function headersWith(config: Record<string, unknown>): Promise<Headers> {
    await using server = await openServer("sqlite", { ownClient: { build: folder.path }, config });
    const { headers } = await fetch(`${server.url}/`);
    const asset = await fetch(`${server.url}/assets/a-AbCdEf12.js`);
    expect(asset.headers.get("content-security-policy")).toBe(headers.get("content-security-policy"));
    return headers;
  }
  const policyOf = (headers: Headers) =>
    Object.fromEntries(
      (headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")];
      }),
    );

  test("is this server alone, by its public address", async () => {
    const headers = await headersWith({ public_url: "https://chat.example.org" });
    const server = "https://chat.example.org";
    expect(policyOf(headers)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "img-src": `'self' ${server} data: blob:`,
      "media-src": `'self' ${server} blob:`,
      "font-src": "'self'",
      "connect-src": `'self' ${server} wss://chat.example.org`,
      "frame-src": "'none'",
      "manifest-src": "'self'",
      "worker-src": "'self'",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
    });
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toStartWith(
      "camera=(self), display-capture=(self), microphone=(self)",
    );
  });

  test("includes the nodes of calls, also over HTTP", async () => {
    const nodes = [{ ...node, public_url: "wss://calls.example.org:7880/path" }];
    const policy = policyOf(await headersWith({ voice: { mode: "nodes", nodes } }));
    expect(policy["connect-src"]).toEndWith("wss://calls.example.org:7880 https://calls.example.org:7880");
  });

  test("includes hCaptcha only where it is configured", async () => {
    const policy = policyOf(await headersWith({ captcha: { site_key: "key", secret: "secret" } }));
    const captcha = "https://hcaptcha.com https://*.hcaptcha.com";
    expect(policy["frame-src"]).toBe(captcha);
    for (const name of ["script-src", "style-src", "connect-src"])
      expect(policy[name]).toEndWith(` ${captcha}`);
  });
});
