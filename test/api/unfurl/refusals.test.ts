import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { expectError } from "../../support/http/expect-error.ts";
import { redirect, reply } from "../../support/unfurl/fake-web.ts";
import { openUnfurlServer } from "../../support/unfurl/unfurl-server.ts";

const fixture = await openUnfurlServer({
  outbound: { timeout_ms: 500, blocked_domains: ["blocked.example"] },
});
const { web, server } = fixture;
web.dns.set("inside.example", "127.0.0.1");
web.dns.set("blocked.example", "127.7.0.1");
afterEach(() => expect(web.privateConnections()).toBe(0));
afterAll(() => fixture[Symbol.asyncDispose]());

describe.each(["embed", "proxy"] as const)("%s", (name) => {
  const request = (link: string) => fixture[name](link);

  test.each(["", "?url=", "?url=%20", "?other=http://outside.example/"])(
    "without an address (%j)",
    async (query) => {
      await expectError(await fetch(`${server.url}/january/${name}${query}`), 400, "FailedValidation");
    },
  );

  test.each([
    ...["outside.example", "//outside.example/", "http://", "http://[", "http://a b/", "%", "\0", "\ud800"],
    ...[
      "javascript:alert(1)",
      "data:text/html,a",
      "file:///etc/passwd",
      "ftp://outside.example/",
      "about:blank",
    ],
    `http://outside.example/${"a".repeat(10_000)}`,
  ])("refuses %j, which is not a web address", async (link) => {
    const query = new URLSearchParams({ url: link });
    await expectError(await fetch(`${server.url}/january/${name}?${query}`), 400, "FailedValidation");
  });

  test.each([
    ...[
      "http://127.0.0.1:PORT/",
      "http://[::1]:PORT/",
      "http://2130706433:PORT/",
      "http://inside.example:PORT/",
    ],
    ...["http://localhost:PORT/", "http://inside:PORT/", "http://169.254.169.254/", "http://10.0.0.1/"],
    ...[
      "http://blocked.example:PORT/",
      "http://outside.example:22/",
      "http://user:pass@outside.example:PORT/",
    ],
  ])("refuses to fetch %s, directly or by a redirect", async (address) => {
    const link = address.replace("PORT", String(web.port));
    await expectError(await request(link), 400, "InvalidOperation");
    const path = `/to-${Bun.hash(name + address)}`;
    web.respondAt(path, redirect(link));
    await expectError(await request(path), 400, "InvalidOperation");
  });

  test("refuses to follow a redirect to anything but a web address", async () => {
    web.respondAt("/to-file", redirect("file:///etc/passwd"));
    await expectError(await request("/to-file"), 400, "InvalidOperation");
  });

  test.each<[string, Buffer | ((socket: import("node:net").Socket) => void)]>([
    ["404", reply(404, { "Content-Type": "text/html" }, "not here")],
    ["500", reply(500, { "Content-Type": "image/png" }, "broken")],
    ["304", reply(304)],
    ["no content type", reply(200, {}, "what is this?")],
    ["a broken content type", reply(200, { "Content-Type": "nonsense" }, "what is this?")],
    ["garbage", Buffer.from("this is not HTTP\r\n\r\n")],
    ["nothing", (socket) => socket.destroy()],
    ["silence", () => {}],
  ])("fails with ProxyError for %s", async (caseName, remoteReply) => {
    const path = `/failing-${caseName.replaceAll(" ", "-")}`;
    web.respondAt(path, remoteReply);
    await expectError(await request(path), 400, "ProxyError");
  });

  test("fails for unknown hosts and redirect loops", async () => {
    await expectError(await request("http://nobody.example/"), 400, "ProxyError");
    web.respondAt("/circle", redirect("/circle"));
    await expectError(await request("/circle"), 400, "ProxyError");
  });

  test("is rate limited", async () => {
    await using strict = await openUnfurlServer({ ratelimits: { enabled: true, any: 1 } });
    const first = await strict[name]("/");
    expect(first.headers.get("x-ratelimit-limit")).toBe("1");
    expect((await strict[name]("/")).status).toBe(429);
  });

  test("allows requests from every origin", async () => {
    expect((await request("/nothing")).headers.get("access-control-allow-origin")).toBe("*");
  });
});
