import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createVault } from "../../../platform/secrets/vault.ts";
import { newUserRow } from "../../users/rules/new-user.ts";
import { newBotRow } from "./bot-row.ts";
import { readToken } from "./tokens.ts";
import { botView, publicBotView } from "./views.ts";

const services = { vault: createVault(randomBytes(32)) };
const bare = newBotRow(services, { id: "bot", owner_id: "owner" });
const token = readToken(services, bare);

describe("botView", () => {
  test("leaves out empty fields", () => {
    expect(botView(bare, services)).toEqual({ _id: "bot", owner: "owner", token, public: false });
  });

  test("contains all fields that are set", () => {
    const urls = { interactions_url: "a", terms_of_service_url: "b", privacy_policy_url: "c" };
    const full = { ...bare, ...urls, public: 1, analytics: 1, discoverable: 1, flags: 3 };
    expect(botView(full, services)).toEqual({
      _id: "bot",
      owner: "owner",
      token,
      public: true,
      analytics: true,
      discoverable: true,
      ...urls,
      flags: 3,
    });
  });

  test("does not open the token of another bot", () => {
    expect(() => botView({ ...bare, id: "other" }, services)).toThrow();
  });
});

describe("publicBotView", () => {
  const named = { id: "bot", username: "Robot", discriminator: "0002", policy_acknowledged_at: 0 };
  const row = newUserRow(named, "owner");

  test("contains the name, and the avatar and description if they are set", () => {
    expect(publicBotView(row, bare)).toEqual({ _id: "bot", username: "Robot" });
    expect(publicBotView({ ...row, profile_content: "" }, bare)).toEqual({ _id: "bot", username: "Robot" });
    const withProfile = { ...row, avatar: JSON.stringify({ _id: "file" }), profile_content: "Beep" };
    const expected = {
      _id: "bot",
      username: "Robot",
      avatar: "file",
      description: "Beep",
      default_permissions: 8,
    };
    expect(publicBotView(withProfile, { default_permissions: 8 })).toEqual(expected);
  });
});
