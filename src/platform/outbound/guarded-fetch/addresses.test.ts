import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isPublic, realAddress } from "./addresses.ts";

describe("the real address", () => {
  test.each([
    ["::ffff:93.184.215.14", "93.184.215.14"],
    ["::ffff:7f00:1", "127.0.0.1"],
    ["64:ff9b::93.184.215.14", "93.184.215.14"],
    ["64:ff9b::a00:1", "10.0.0.1"],
    ["64:ff9b:1::a00:1", "64:ff9b:1::a00:1"],
    ["93.184.215.14", "93.184.215.14"],
    ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  ])("of %s is %s", (written, real) => expect(realAddress(written).toString()).toBe(real));
});

describe("public", () => {
  test.each([
    ...["1.1.1.1", "93.184.215.14", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0"],
    ...["100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1", "169.253.255.255", "169.255.0.0"],
    ...["192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
    ...["2606:4700:4700::1111", "2a00:1450::1", "64:ff9b::1.1.1.1", "::ffff:1.1.1.1"],
  ])("%s is", (text) => expect(isPublic(realAddress(text))).toBe(true));

  const octet = fc.nat(255);
  const privateAddress = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(198), fc.constantFrom(18, 19), octet, octet),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  );

  test("no private address is, in whatever it is embedded", () => {
    fc.assert(
      fc.property(privateAddress, (octets) => {
        const plain = octets.join(".");
        const hex = octets.map((part) => part.toString(16).padStart(2, "0")).join("");
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        const wrapped = [
          ...[plain, `::${plain}`, `::ffff:${plain}`, `::ffff:0:${plain}`, `64:ff9b::${plain}`],
          ...[`64:ff9b:1::${plain}`, `2002:${high}:${low}::1`, `2001:0:${high}:${low}::1`, `fe80::${plain}`],
        ];
        for (const text of wrapped) expect(isPublic(realAddress(text)), text).toBe(false);
      }),
    );
  });

  test("no IPv6 address is outside of the global unicast range", () => {
    const group = fc.nat(0xffff).map((part) => part.toString(16));
    const first = fc.oneof(fc.integer({ min: 0, max: 0x1fff }), fc.integer({ min: 0x4000, max: 0xffff }));
    fc.assert(
      fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (begin, rest) => {
        // Of these, only embedded IPv4 addresses can be public, which the precondition leaves out.
        const address = realAddress([begin.toString(16), ...rest].join(":"));
        fc.pre(address.kind() === "ipv6");
        expect(isPublic(address)).toBe(false);
      }),
    );
  });
});
