import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createAddressFinder, parseNetwork, rateLimitKeyOfAddress } from "./client-address.ts";

describe("the client's address", () => {
  const trusting = createAddressFinder(["10.0.0.0/8", "192.168.1.1", "2001:db8:1::/48", "::1"]);

  test.each<[peer: string, forwarded: string | null, client: string]>([
    // No proxy.
    ["203.0.113.7", null, "203.0.113.7"],
    ["10.0.0.1", null, "10.0.0.1"],
    // The header of an untrusted peer is ignored.
    ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["192.168.1.2", "198.51.100.1", "192.168.1.2"],
    // Hops of trusted proxies count from the right.
    ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["192.168.1.1", "198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1,198.51.100.1 , 10.9.9.9", "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, 198.51.100.1, 10.9.9.9, 192.168.1.1", "198.51.100.1"],
    // All hops trusted: the leftmost one.
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    // A hop that is not an address ends the chain at the last valid one.
    ["10.0.0.1", "198.51.100.1, junk", "10.0.0.1"],
    ["10.0.0.1", "198.51.100.1, junk, 10.0.0.2", "10.0.0.2"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", ",", "10.0.0.1"],
    ["10.0.0.1", "198.51.100.1:1234", "10.0.0.1"],
    // IPv6, and IPv4-mapped IPv6.
    ["2001:db8:1::5", "2001:db8:2::7", "2001:db8:2::7"],
    ["2001:db8:2::5", "2001:db8:3::7", "2001:db8:2::5"],
    ["::1", "198.51.100.1", "198.51.100.1"],
    ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    ["::ffff:203.0.113.7", "198.51.100.1", "203.0.113.7"],
    // A closed socket has no address.
    ["", "198.51.100.1", ""],
  ])("peer %p, forwarded for %p: %p", (peer, forwarded, client) => {
    expect(trusting(peer, forwarded)).toBe(client);
  });

  test("with no trusted proxies is always the peer", () => {
    const find = createAddressFinder([]);
    fc.assert(
      fc.property(fc.ipV4(), fc.option(fc.string()), (peer, forwarded) => {
        expect(find(peer, forwarded)).toBe(peer);
      }),
    );
  });

  test("does not depend on what the client writes to the left of the hop of the proxy", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (forged) => {
        expect(trusting("10.0.0.1", [...forged, "203.0.113.7"].join(","))).toBe("203.0.113.7");
      }),
    );
  });

  test.each(["10.0.0.0/33", "300.0.0.1", "example.org", "10.0.0.1/x"])("%p is not a network", (text) => {
    expect(() => parseNetwork(text)).toThrow();
  });
});

describe("the rate limit key of an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
    ["2001:db8:1:2::", "2001:db8:1:2::"],
    ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"],
    ["::1", "::"],
    ["", ""],
  ])("%p has the key %p", (address, key) => {
    expect(rateLimitKeyOfAddress(address)).toBe(key);
  });

  test("is the /64 of IPv6: the last four groups make no difference, the first four do", () => {
    const group = fc.integer({ min: 1, max: 0xffff }).map((value) => value.toString(16));
    const four = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(":"));
    // 64:ff9b::/96 and ::ffff:0:0/96 hold IPv4 addresses.
    const network = four.filter((groups) => !groups.startsWith("64:ff9b"));
    fc.assert(
      fc.property(network, network, four, four, (one, other, here, there) => {
        expect(rateLimitKeyOfAddress(`${one}:${here}`)).toBe(rateLimitKeyOfAddress(`${one}:${there}`));
        expect(rateLimitKeyOfAddress(`${one}:${here}`) === rateLimitKeyOfAddress(`${other}:${here}`)).toBe(
          one === other,
        );
      }),
    );
  });
});
