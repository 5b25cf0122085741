import { describe, expect, test } from "bun:test";
import { Border, type BorderOptions } from "./border.ts";

const border = (options: Partial<BorderOptions>) =>
  new Border({
    blocked_domains: [],
    allow_private_hosts: [],
    public_url: "",
    ownAddresses: () => [],
    ...options,
  });

describe("names", () => {
  test.each(["chat.example", "CHAT.example.", "chat.exämple"])(
    "%s can be blocked, with all below it",
    (domain) => {
      const blocking = border({ blocked_domains: [domain] });
      const name = domain === "chat.exämple" ? "chat.xn--exmple-cua" : "chat.example";
      expect(() => blocking.assertName(name)).toThrow("blocked");
      expect(() => blocking.assertName(`a.b.${name}`)).toThrow("blocked");
      expect(() => blocking.assertName(`not-${name}`)).not.toThrow();
      expect(() => blocking.assertName("example.org")).not.toThrow();
    },
  );

  test("this server's own is refused, whatever its port", () => {
    const own = border({ public_url: "https://chat.example.org:8443/path" });
    expect(() => own.assertName("chat.example.org")).toThrow("this server");
    expect(() => own.assertName("example.org")).not.toThrow();
  });

  test("may be trusted, also such as would be refused, but none below them", () => {
    const trusting = border({
      allow_private_hosts: ["wiki", "Files.local", "chat.example.org"],
      public_url: "https://chat.example.org",
    });
    for (const name of ["wiki", "files.local", "chat.example.org"]) {
      expect(trusting.isTrusted(name)).toBe(true);
      expect(() => trusting.assertName(name)).not.toThrow();
    }
    expect(trusting.isTrusted("a.files.local")).toBe(false);
    expect(() => trusting.assertName("a.files.local")).toThrow();
  });

  test("blocked and trusted are blocked", () => {
    const torn = border({ blocked_domains: ["example.org"], allow_private_hosts: ["www.example.org"] });
    expect(torn.isTrusted("www.example.org")).toBe(false);
    expect(() => torn.assertName("www.example.org")).toThrow("blocked");
  });
});

describe("addresses", () => {
  test("of this machine are refused, also public ones, and are asked for each time", () => {
    const own = ["93.184.215.14", "2606:4700:0:0::1111"];
    const border_ = border({ ownAddresses: () => own });
    for (const text of ["93.184.215.14", "::ffff:93.184.215.14", "64:ff9b::93.184.215.14", "2606:4700::1111"])
      expect(() => border_.assertAddress(text), text).toThrow("public internet");
    expect(() => border_.assertAddress("93.184.215.15")).not.toThrow();
    own.push("93.184.215.15");
    expect(() => border_.assertAddress("93.184.215.15")).toThrow();
  });

  test("may be allowed one by one and by network, in every spelling", () => {
    const allowing = border({
      allow_private_hosts: ["10.1.0.0/16", "192.168.0.7", "fd00:1::/32", "::ffff:127.0.0.5"],
      ownAddresses: () => ["192.168.0.7"],
    });
    for (const text of ["10.1.2.3", "::ffff:10.1.2.3", "192.168.0.7", "fd00:1::5", "127.0.0.5"])
      expect(() => allowing.assertAddress(text), text).not.toThrow();
    for (const text of ["10.2.0.1", "192.168.0.8", "fd00:2::5", "127.0.0.1", "::1"])
      expect(() => allowing.assertAddress(text), text).toThrow();
  });
});

describe("settings", () => {
  test.each(["10.0.0.0/33", "http://wiki", "wiki:80", "two words", "a/b", "", "."])("%j is none", (text) => {
    expect(() => border({ allow_private_hosts: [text] })).toThrow("outbound");
    expect(() => border({ blocked_domains: [text] })).toThrow("outbound");
  });
});
