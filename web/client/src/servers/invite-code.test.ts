import { expect, test } from "bun:test";
import { readInviteCode } from "./invite-code.ts";

test("codes and links are read, whatever stands around the code", () => {
  for (const text of [
    "AbC12345",
    "  AbC12345\n",
    "https://chat.example/invite/AbC12345",
    "chat.example/invite/AbC12345/",
    "https://rvlt.gg/AbC12345?utm=x",
  ]) {
    expect(readInviteCode(text)).toBe("AbC12345");
  }
});

test("what cannot be a code is none", () => {
  for (const text of ["", "   ", "hello world", "https://chat.example/invite/", "a-b"]) {
    expect(readInviteCode(text)).toBeUndefined();
  }
});
