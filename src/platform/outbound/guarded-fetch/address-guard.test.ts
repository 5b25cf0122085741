import { describe, expect, test } from "bun:test";
import { AddressGuard, type AddressGuardOptions } from "./address-guard.ts";

const guardWith = (options: Partial<AddressGuardOptions>) =>
  new AddressGuard({
    blocked_domains: [],
    allow_private_hosts: [],
    public_url: "",
    ownAddresses: () => [],
    ...options,
  });

describe("names", () => {
  test.each(["chat.example", "CHAT.example.", "chat.exämple"])(
    "%s can be blocked with its subdomains",
    (domain) => {
      const blocking = guardWith({ blocked_domains: [domain] });
      const name = domain === "chat.exämple" ? "chat.xn--exmple-cua" : "chat.example";
      expect(() => blocking.assertName(name)).toThrow("blocked");
      expect(() => blocking.assertName(`a.b.${name}`)).toThrow("blocked");
      expect(() => blocking.assertName(`not-${name}`)).not.toThrow();
      expect(() => blocking.assertName("example.org")).not.toThrow();
    },
  );

  test("this server's own is refused, whatever its port", () => {
    const own = guardWith({ public_url: "https://chat.example.org:8443/path" });
    expect(() => own.assertName("chat.example.org")).toThrow("this server");
    expect(() => own.assertName("example.org")).not.toThrow();
  });

  test("may be trusted even if they would be refused, without their subdomains", () => {
    const trusting = guardWith({
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
    const both = guardWith({ blocked_domains: ["example.org"], allow_private_hosts: ["www.example.org"] });
    expect(both.isTrusted("www.example.org")).toBe(false);
    expect(() => both.assertName("www.example.org")).toThrow("blocked");
  });
});

describe("addresses", () => {
  test("of this machine are refused, also public ones, as they are at that moment", () => {
    const own = ["93.184.215.14", "2606:4700:0:0::1111"];
    const guard = guardWith({ ownAddresses: () => own });
    for (const text of ["93.184.215.14", "::ffff:93.184.215.14", "64:ff9b::93.184.215.14", "2606:4700::1111"])
      expect(() => guard.assertAddress(text), text).toThrow("public internet");
    expect(() => guard.assertAddress("93.184.215.15")).not.toThrow();
    own.push("93.184.215.15");
    expect(() => guard.assertAddress("93.184.215.15")).toThrow();
  });

  test("may be allowed one by one and by network, in every spelling", () => {
    const allowing = guardWith({
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
  test.each(["10.0.0.0/33", "http://wiki", "wiki:80", "two words", "a/b", "", "."])(
    "%j is refused",
    (text) => {
      expect(() => guardWith({ allow_private_hosts: [text] })).toThrow("outbound");
      expect(() => guardWith({ blocked_domains: [text] })).toThrow("outbound");
    },
  );
});
