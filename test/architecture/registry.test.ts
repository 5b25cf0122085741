import { describe, expect, test } from "bun:test";
import { buckets } from "../../src/config/buckets.ts";
import { errorCatalogue } from "../../src/declare/error.ts";
import { bucketOf } from "../../src/declare/limit.ts";
import { readyFields, readySteps } from "../../src/declare/ready.ts";
import {
  endpoints,
  events,
  hooks,
  jobs,
  providers,
  readyParts,
  resources,
  routes,
} from "../../src/domains/index.ts";
import { sourceFiles } from "./source-files.ts";

describe("the registry", () => {
  test("every route file is registered, and every route has a file of its own", () => {
    const files = sourceFiles("src/domains/*/routes/*.ts").filter(({ path }) => !path.endsWith("/index.ts"));
    expect(files.length).toBe(routes.length);
    for (const { path, text } of files) expect(text.match(/ route\(\{/g)?.length ?? 0, path).toBe(1);
  });

  test("hooks and queries have several listeners, unless the order of the domains forbids a call", () => {
    const names = [...hooks.map(({ hook }) => hook.name), ...providers.map(({ query }) => query.name)];
    const single = names.filter((name, at) => names.indexOf(name) === at && names.lastIndexOf(name) === at);
    expect(single.toSorted()).toEqual([
      "BotOwnerOf",
      "ChannelActivityHappened",
      "SignInsOf",
      "SignInsRevoked",
      "TicketExchanged",
      "ViewsChanged",
    ]);
  });

  test("route ids and paths are unique", () => {
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
    expect(new Set(routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`)).size).toBe(
      routes.length,
    );
  });

  test("every route declares its authentication, and the rate limit bucket of the table", () => {
    for (const { id, method, path, auth, limit } of routes) {
      expect(["none", "session", "session?", "user", "operator"], id).toContain(auth);
      expect(Object.keys(buckets), id).toContain(limit.bucket);
      const segments = path.split("/").filter((segment) => segment !== "");
      const { bucket, resource } = bucketOf(method, segments);
      expect(limit.bucket, id).toBe(bucket);
      const [by, fixed] = resource.startsWith(":") ? [resource.slice(1)] : [undefined, resource];
      expect({ by: limit.by, resource: limit.resource ?? "" }, id).toEqual({ by, resource: fixed ?? "" });
    }
  });

  test("only the listed routes are public", () => {
    const open = routes
      .filter(({ auth }) => auth === "none" || auth.endsWith("?"))
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.toSorted()).toEqual([
      "DELETE /webhooks/:webhook_id/:token",
      "DELETE /webhooks/:webhook_id/:token/:msg",
      "GET /",
      "GET /auth/setup",
      "GET /custom/emoji/:emoji_id",
      "GET /invites/:target",
      "GET /users/:target/default_avatar",
      "GET /users/:target/flags",
      "GET /webhooks/:webhook_id/:token",
      "PATCH /auth/account/reset_password",
      "PATCH /webhooks/:webhook_id/:token",
      "PATCH /webhooks/:webhook_id/:token/:msg",
      "POST /auth/account/change/email/undo",
      "POST /auth/account/create",
      "POST /auth/account/reset_password",
      "POST /auth/account/reverify",
      "POST /auth/account/verify/:code",
      "POST /auth/passkeys/proof",
      "POST /auth/passkeys/sign_in",
      "POST /auth/session/login",
      "POST /auth/session/owner",
      "POST /auth/setup/complete",
      "POST /auth/setup/factor",
      "POST /auth/setup/folder",
      "POST /auth/setup/mail",
      "POST /auth/setup/voice",
      "POST /webhooks/:webhook_id/:token",
      "POST /webhooks/:webhook_id/:token/github",
      "PUT /auth/account/delete",
      "PUT /auth/mfa/ticket",
    ]);
  });

  test("only the listed routes, which end an account or show its secrets, need an MFA ticket", () => {
    const guarded = routes.filter(({ ticket }) => ticket).map(({ method, path }) => `${method} ${path}`);
    expect(guarded.toSorted()).toEqual([
      "DELETE /auth/mfa/totp",
      "DELETE /auth/oidc/identities/:identity",
      "DELETE /auth/passkeys/:passkey",
      "PATCH /auth/mfa/recovery",
      "PATCH /auth/passkeys/:passkey",
      "POST /auth/account/delete",
      "POST /auth/account/disable",
      "POST /auth/mfa/recovery",
      "POST /auth/mfa/totp",
      "POST /auth/oidc/:provider/link",
      "POST /auth/passkeys/begin",
      "PUT /auth/passkeys/second_factor",
    ]);
  });

  test("operators have the routes under /admin, and what these change or read of conversations is recorded", () => {
    for (const { id, method, path, auth, records } of routes) {
      if (id === "admin_confirm") continue;
      expect(path.startsWith("/admin/"), id).toBe(auth === "operator");
      expect(records !== undefined, id).toBe(
        auth === "operator" && (method !== "GET" || id === "admin_read_conversation"),
      );
    }
  });

  test("only the public root route has a constant response", () => {
    const constant = routes.filter((route) => route.isConstant);
    expect(constant.map(({ id }) => id)).toEqual(["root_root"]);
    for (const { id, method, auth, errors } of constant)
      expect([method, auth, errors], id).toEqual(["GET", "none", []]);
  });

  test("endpoints are the listed ones, with their authentication and rate limit", () => {
    const listed = endpoints.map(({ method, path, auth, limit }) => {
      return `${method} ${path}: ${auth}, ${limit === "none" ? "not counted" : limit.bucket}`;
    });
    expect(listed.toSorted()).toEqual([
      "GET /api/auth/oidc/:provider/callback: none, auth",
      "GET /api/auth/oidc/:provider/start: none, auth",
      "GET /autumn/:tag/:id/:filename: none, not counted",
      "GET /autumn/:tag/:id: none, not counted",
      "GET /autumn: none, not counted",
      "GET /exports/:server/:token: none, any",
      "GET /january/embed: none, any",
      "GET /january/proxy: none, any",
      "GET /january: none, any",
      "GET /livekit/rtc/v1/validate: none, any",
      "GET /livekit/rtc/validate: none, any",
      "POST /api/auth/oidc/:provider/backchannel-logout: none, auth_delete",
      "POST /api/webhooks/:webhook_id/:token/discord: none, any",
      "POST /api/webhooks/:webhook_id/:token/slack: none, any",
      "POST /autumn/:tag: user, upload",
      "POST /livekit-ingress/:node: none, not counted",
    ]);
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
    const files = sourceFiles("src/domains/*/endpoints/*.ts");
    expect(files.length).toBe(endpoints.length);
    for (const { path, text } of files) expect(text.match(/ endpoint\(\{/g)?.length ?? 0, path).toBe(1);
  });

  test("declared errors and events exist", () => {
    for (const { id, errors, emits = [] } of routes) {
      for (const name of errors) expect(Object.keys(errorCatalogue), id).toContain(name);
      for (const event of emits) expect(events, id).toContain(event);
    }
  });

  test("one part fills each field of Ready, and every step has a part", () => {
    const filled = readyParts.flatMap(({ fields }) => Object.keys(fields));
    expect(filled.toSorted()).toEqual([...readyFields].toSorted());
    expect(new Set(readyParts.map(({ step }) => step))).toEqual(new Set(readySteps));
  });

  test("names of jobs and of resources are unique", () => {
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
  });
});
