import { expect, test } from "bun:test";
import { leadsTo } from "./leads-to.ts";

const text = (value: string) => [{ type: "text", value } as const];

test.each([
  ["https://bank.example", "https://evil.example", "evil.example"],
  ["bank.example", "https://evil.example/bank.example", "evil.example"],
  ["https://bank.example", "https://bank.example.evil.example/", "bank.example.evil.example"],
  ["https://bank.example.evil.example", "https://bank.example/", "bank.example"],
  ["click here", "https://evil.example:8443/x", "evil.example:8443"],
  ["https://bank.example@evil.example/", "https://bank.example@evil.example/", "evil.example"],
  ["https://evil.example/\u202Eelpmaxe.knab", "https://evil.example/", "evil.example"],
  ["https://bank.example", "https://bank.example:8443/", "bank.example:8443"],
  ["mail us", "mailto:evil@evil.example?subject=a", "evil@evil.example"],
  ["us@bank.example", "mailto:evil@evil.example", "evil@evil.example"],
])("%s, which leads to %s, is shown with its host", (written, address, host) => {
  expect(leadsTo(address, text(written))).toBe(host);
});

test.each([
  ["https://bank.example", "https://bank.example/"],
  ["bank.example", "https://bank.example/login"],
  ["www.Bank.example/a?b", "https://www.bank.example/a?b"],
  ["https://bank.example:8443/a", "https://bank.example:8443/a"],
  ["us@bank.example", "mailto:us@bank.example"],
  ["https://münchen.example/a", "https://münchen.example/a"],
  ["https://пример.example", "https://пример.example"],
  ["https://日本語.example", "https://日本語.example"],
])("%s says itself that it leads to %s", (written, address) => {
  expect(leadsTo(address, text(written))).toBeUndefined();
});

test.each([
  // Cyrillic and Greek letters among Latin ones, or that look like Latin ones throughout.
  ["https://bаnk.example"],
  ["https://аррӏе.example"],
  ["https://οικο.example"],
  ["https://example.рaу"],
  ["https://bank.exampleノlogin.evil.example"],
])("%s is shown as machines write it", (address) => {
  const { host } = new URL(address);
  expect(host).toContain("xn--");
  expect(leadsTo(address, text(address))).toBe(host);
  expect(leadsTo(address, text("click here"))).toBe(host);
});

test("letters that cannot be taken for others are shown as they are written", () => {
  expect(leadsTo("https://münchen.example/a", text("Munich"))).toBe("münchen.example");
  expect(leadsTo("https://xn--mnchen-3ya.example/", text("Munich"))).toBe("xn--mnchen-3ya.example");
});

test("emphasis and emoji in the text do not hide the host", () => {
  const bold = [{ type: "strong", children: text("bank.example") } as const];
  expect(leadsTo("https://bank.example", bold)).toBeUndefined();
  expect(leadsTo("https://evil.example", bold)).toBe("evil.example");
  const emoji = [{ type: "shortName", name: "lock" } as const, ...text("bank.example")];
  expect(leadsTo("https://bank.example", emoji)).toBe("bank.example");
});
