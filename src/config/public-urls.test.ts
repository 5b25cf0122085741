import { describe, expect, test } from "bun:test";
import { configWith } from "./load.ts";
import { publicUrls } from "./public-urls.ts";

const urlsWith = (overrides: Record<string, unknown>) => publicUrls(configWith(overrides), () => 8080);

describe("the addresses that clients are told", () => {
  test("are those of the configuration, whatever host a client called", () => {
    const urls = urlsWith({ public_url: "https://chat.example.org/", host: "0.0.0.0" });
    expect(urls.dependOnHost).toBe(false);
    expect(urls.calledAt("evil.example")).toMatchObject({
      api: "https://chat.example.org/api",
      events: "wss://chat.example.org/ws",
      app: "https://chat.example.org",
    });
  });

  test.each(["127.0.0.1", "127.0.0.5", "::1", "localhost"])("lead to localhost on %s", (host) => {
    const urls = urlsWith({ host });
    expect(urls.dependOnHost).toBe(false);
    expect(urls.calledAt("192.168.1.5:8080").api).toBe("http://localhost:8080/api");
  });

  test.each(["0.0.0.0", "::", "192.168.1.5", "chat.local"])("follow the called host on %s", (host) => {
    const urls = urlsWith({ host, app_url: "https://app.example.org" });
    expect(urls.dependOnHost).toBe(true);
    for (const called of ["192.168.1.5:8080", "chat.local", "[fd00::5]:80", "Chat.Local:1"])
      expect(urls.calledAt(called)).toEqual({
        api: `http://${called}/api`,
        events: `ws://${called}/ws`,
        app: "https://app.example.org",
        files: `http://${called}/autumn`,
        proxy: `http://${called}/january`,
        voice: `ws://${called}/livekit`,
      });
    // Links in mails have no request to follow.
    expect(urls.api).toBe("http://localhost:8080/api");
  });

  test.each([
    ...[
      undefined,
      "",
      " ",
      "a b",
      "user@host",
      "host/path",
      "host?x",
      "host#x",
      "host:0",
      "host:99999",
      "host:",
    ],
    ...["-host", "host-", "[::1", "[zz]", "<script>", '"', "höst", `${"a".repeat(254)}`],
  ])("ignore the host %p", (called) => {
    expect(urlsWith({ host: "0.0.0.0" }).calledAt(called).api).toBe("http://localhost:8080/api");
  });
});
