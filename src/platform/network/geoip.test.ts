import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeGeoIpFile } from "../../../test/support/accounts/geoip-file.ts";
import { describeLocation, GeoIp, GeoIpDatabase } from "./geoip.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-geoip-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const maxMind = { country: { iso_code: "GB" }, city: { names: { en: "London", de: "London" } } };
const flat = { country_code: "DE", city: "Nuremberg" };

describe("a GeoIP database", () => {
  test("is read in both formats, for both families", async () => {
    writeGeoIpFile(at("both.mmdb"), { "203.0.113.0/24": maxMind, "2001:db8::/32": flat });
    const database = await GeoIpDatabase.read(at("both.mmdb"));
    expect(database.find("203.0.113.77")).toEqual({ country: "GB", city: "London" });
    expect(database.find("::ffff:203.0.113.77")).toEqual({ country: "GB", city: "London" });
    expect(database.find("2001:db8::1")).toEqual({ country: "DE", city: "Nuremberg" });
    for (const unknown of ["198.51.100.1", "2001:db9::1", "", "nowhere"])
      expect(database.find(unknown)).toBeUndefined();
  });

  test("of IPv4 says nothing about IPv6", async () => {
    // The first four bytes of the address of IPv6 are those of the network.
    writeGeoIpFile(at("4.mmdb"), { "32.1.13.0/24": maxMind }, { ipVersion: 4 });
    const database = await GeoIpDatabase.read(at("4.mmdb"));
    expect(database.find("32.1.13.184")).toMatchObject({ country: "GB" });
    expect(database.find("2001:db8::1")).toBeUndefined();
  });

  test("gives no more than a country and a bounded name", async () => {
    const records = {
      "10.0.0.0/24": { country_code: "gb" },
      "10.0.1.0/24": { country_code: "GB", city: " " },
      "10.0.2.0/24": { country_code: "GB", city: { names: { de: "London" } } },
      "10.0.3.0/24": { country_code: "GB", city: "x".repeat(200) },
      "10.0.4.0/24": { country: 5, city: "London" },
      "10.0.5.0/24": "text",
    };
    writeGeoIpFile(at("odd.mmdb"), records);
    const database = await GeoIpDatabase.read(at("odd.mmdb"));
    expect([0, 1, 2, 3, 4, 5].map((third) => database.find(`10.0.${third}.1`))).toEqual([
      undefined,
      { country: "GB" },
      { country: "GB" },
      { country: "GB", city: "x".repeat(100) },
      undefined,
      undefined,
    ]);
  });
});

describe("the configured databases", () => {
  function open(...names: readonly string[]) {
    let now = 0;
    const problems: string[] = [];
    const options = { now: () => now, onProblem: (path: string) => problems.push(path) };
    return {
      geoIp: new GeoIp(names.map(at), options),
      problems,
      wait: () => {
        now += 60_000;
      },
    };
  }

  test("are asked in order", async () => {
    writeGeoIpFile(at("first.mmdb"), { "203.0.113.0/24": maxMind }, { ipVersion: 4 });
    writeGeoIpFile(at("second.mmdb"), { "203.0.0.0/16": flat, "2001:db8::/32": flat });
    const { geoIp } = open("first.mmdb", "second.mmdb");
    expect(await geoIp.find("203.0.113.0/24")).toMatchObject({ country: "GB" });
    expect(await geoIp.find("203.0.1.0/24")).toMatchObject({ country: "DE" });
    expect(await geoIp.find("2001:db8::/48")).toMatchObject({ country: "DE" });
    expect(await geoIp.find("198.51.100.0/24")).toBeUndefined();
  });

  test("are read again after a change, and a broken one leaves the last good one in use", async () => {
    const { geoIp, problems, wait } = open("changing.mmdb");
    expect(await geoIp.find("203.0.113.1")).toBeUndefined();
    expect(problems).toEqual([at("changing.mmdb")]);
    writeGeoIpFile(at("changing.mmdb"), { "203.0.113.0/24": maxMind });
    expect(await geoIp.find("203.0.113.1")).toBeUndefined();
    wait();
    expect(await geoIp.find("203.0.113.1")).toMatchObject({ country: "GB" });
    const whole = readFileSync(at("changing.mmdb"));
    for (const broken of [Buffer.from("no database"), Buffer.alloc(0), whole.subarray(0, 40)]) {
      writeFileSync(at("changing.mmdb"), broken);
      wait();
      expect(await geoIp.find("203.0.113.1")).toMatchObject({ country: "GB" });
    }
    expect(problems).toHaveLength(4);
    wait();
    await geoIp.find("203.0.113.1");
    expect(problems).toHaveLength(4);
    writeGeoIpFile(at("new.mmdb"), { "203.0.113.0/24": flat });
    renameSync(at("new.mmdb"), at("changing.mmdb"));
    wait();
    expect(await geoIp.find("203.0.113.1")).toMatchObject({ country: "DE" });
  });

  test("that are damaged inside fail nobody", async () => {
    writeGeoIpFile(at("whole.mmdb"), { "203.0.113.0/24": maxMind });
    const bytes = readFileSync(at("whole.mmdb"));
    // The record itself: a pointer to nowhere instead of a map.
    bytes.fill(0x3f, bytes.indexOf("country") - 2, bytes.indexOf("country") + 6);
    writeFileSync(at("damaged.mmdb"), bytes);
    const { geoIp, problems } = open("damaged.mmdb");
    expect(await geoIp.find("203.0.113.1")).toBeUndefined();
    expect(problems).toHaveLength(1);
  });

  test("may be none", async () => {
    expect(await open().geoIp.find("203.0.113.1")).toBeUndefined();
  });
});

test("a location is described in words", () => {
  expect(describeLocation({ country: "GB", city: "London" })).toBe("London, United Kingdom");
  expect(describeLocation({ country: "DE" })).toBe("Germany");
  expect(describeLocation({ country: "QX" })).toBe("QX");
});
