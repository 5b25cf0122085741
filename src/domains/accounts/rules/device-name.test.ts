import { expect, test } from "bun:test";
import { deviceName } from "./device-name.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Linux"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge · Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari · macOS"],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0 Mobile Safari/537.36", "Chrome · Android"],
  ["Mozilla/5.0 (Linux)", "Browser · Linux"],
  ["curl/8.5.0", "curl"],
  ["stoat.js", "stoat.js"],
  ["<img src=x onerror=alert(1)>", "Unknown"],
  [`${"x".repeat(4_000)}/1`, "Unknown"],
  ["a\nb", "Unknown"],
  ["", "Unknown"],
  [undefined, "Unknown"],
])("%p is %p", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
