import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStoatSettings } from "./stoat-settings.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ermine-settings-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function settingsOf(toml: string) {
  const configFile = join(folder, "Revolt.toml");
  writeFileSync(configFile, toml);
  return readStoatSettings({ keyFile: undefined, configFile, configuredKey: "" });
}

test("the files of Stoat are in its S3, if it names one", () => {
  const s3 = `[files.s3]\nregion = "minio"\naccess_key_id = "ann"\nsecret_access_key = "secret"\n`;
  expect(settingsOf(`${s3}endpoint = "http://minio:9000"\npath_style_buckets = true`).s3).toEqual({
    endpoint: "http://minio:9000",
    region: "minio",
    access_key_id: "ann",
    secret_access_key: "secret",
    path_style: true,
  });
  expect(settingsOf(s3)).toEqual({ key: undefined, s3: undefined, webPushKey: undefined });
});
