import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { protocolFile, protocolTypes } from "../../web/protocol/generate.ts";
import { isTest, sourceFiles } from "./source-files.ts";

const parts = ["web/client/src", "web/admin/src", "web/ui", "web/protocol", "web/i18n"];
const client = parts.flatMap((part) => [...sourceFiles(`${part}/**/*.{ts,tsx}`)]);
const source = client.filter((file) => !isTest(file));
const generated = "web/protocol/types.ts";
const styles = parts.flatMap((part) => [...sourceFiles(`${part}/**/*.css`)]);
const pathsWith = (files: readonly { path: string; text: string }[], pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe("the protocol in the web client", () => {
  test("its types are up to date (write them again with `bun web/protocol/generate.ts`)", async () => {
    expect(await Bun.file(protocolFile).text()).toBe(protocolTypes());
  });

  test("no library stands between the client and the stream", () => {
    expect(pathsWith(client, /from "(stoat|revolt)[.-]/)).toEqual([]);
  });

  test("events and replies are typed, never cast", () => {
    const types = source.find(({ path }) => path === generated)?.text ?? "";
    const names = [...types.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(100);
    const casts = source
      .filter(({ path }) => path.startsWith("web/client/"))
      .flatMap(({ path, text }) =>
        [...codeOf(text).matchAll(/\bas (?:API\.)?(?:Partial<|readonly )?([\w"]+)/g)].map(([, type]) => ({
          path,
          type,
        })),
      );
    const refused = new Set([...names, "ServerEvent", "Packet", "never", "unknown", '""']);
    expect(casts.filter(({ type = "" }) => refused.has(type))).toEqual([]);
    // What the page itself has stored, or told its service worker. What a browser may lack is no reply either.
    const own = ["auth/confirmation.ts", "auth/destination.ts", "notifications/service-worker.ts"];
    const code = source.filter(({ path }) => path.startsWith("web/client/") && !path.includes("/i18n/"));
    const inline = pathsWith(code, /(?<!\bnavigator )\bas (Partial<|readonly )?\{/);
    expect(inline).toEqual(own.map((path) => `web/client/src/${path}`));
  });
});

/** Without comments, and without statements that import under another name. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|^(import|export) [^;]*?from "[^"]*";$/gm, "");
}

/** Every six lines that follow each other, without those that say nothing by themselves. Texts are alike on purpose. */
function runsOf({ path, text }: { readonly path: string; readonly text: string }): string[] {
  if (path.includes("/i18n/")) return [];
  const lines = codeOf(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  return lines.slice(5).map((_, at) => lines.slice(at, at + 6).join("\n"));
}

/** What a module may keep besides constants: nothing that belongs to one account. That is `sessionState`. */
const keptByModules: Readonly<Record<string, readonly string[]>> = {
  "preferences and kind of the device, and who is logged in there": [
    "preferences/preferences.ts",
    "composer/send-key.ts",
    "members/member-panel.ts",
    "session/accounts.ts",
  ],
  "caches of what does not depend on who asks": [
    "drafts/database.ts",
    "emoji/emoji-data.ts",
    "auth/captcha.tsx",
    "markdown/describe-moment.ts",
    "markdown/read.ts",
    "markdown/short-names.ts",
    "markdown/timestamp.tsx",
    "message/message-time.ts",
    "model/server.ts",
    "notifications/sounds.ts",
    "members/member-rows.tsx",
    "session/server.ts",
  ],
  "parts of the page that there are once": [
    "components/dialogs.tsx",
    "components/window-focus.ts",
    "media/viewer-state.ts",
    "session/pauses.ts",
  ],
};

describe("state in the web client", () => {
  const kept =
    /^(export )?(let |const [^=\n]*= ?(createSignal|createStore|createResource|createMemo|createRoot|new (Map|WeakMap|WeakSet)\b|new Set(<[^>]*>)?\(\)))/m;

  test("belongs to the session, unless it is of the device, of the page or a cache", () => {
    const modules = source.filter(({ path }) => path.startsWith("web/client/"));
    const keeping = pathsWith(modules, kept).map((path) => path.replace("web/client/src/", ""));
    expect(keeping.sort()).toEqual(Object.values(keptByModules).flat().sort());
  });

  test("is kept on the device by one table", () => {
    const users = source.filter(
      ({ path }) => path.startsWith("web/client/") && !path.includes("/preferences/"),
    );
    // Accounts, what one account left open, and where a login leads are no preferences.
    expect(pathsWith(users, /\blocalStorage\b/).map((path) => path.replace("web/client/src/", ""))).toEqual([
      "auth/destination.ts",
      "servers/last-channel.ts",
      "session/accounts.ts",
      "status/own-status.ts",
    ]);
  });
});

describe("conventions of the web client", () => {
  test("files are short", () => {
    expect(source.length).toBeGreaterThan(200);
    // Translations have the files of the English texts, and more plural forms in some languages.
    const given = /^web\/\w+\/src\/i18n\/(?!en\/)[a-z]{2}\//;
    const own = source.filter(({ path }) => path !== generated && !given.test(path));
    const long = own.filter(({ text }) => text.split("\n").length > 200);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("nothing writes HTML or runs text as code", () => {
    const dangerous =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|new Function|eval\()/;
    expect(pathsWith(source, dangerous)).toEqual([]);
  });

  test("no unfinished work and no check that is switched off is left", () => {
    expect(pathsWith(client, /\bTODO\b|\bFIXME\b|@ts-|\.skip\(|\.only\(|\bas any\b/)).toEqual([]);
  });

  test("the shared parts know nothing of the client", () => {
    const shared = source.filter(({ path }) => path.startsWith("web/ui/"));
    expect(pathsWith(shared, /from "\.\.\/(client|admin)|stoat\.js/)).toEqual([]);
  });

  test("the admin page takes only types from the server, and nothing from the client", () => {
    const admin = source.filter(({ path }) => path.startsWith("web/admin/"));
    expect(admin.length).toBeGreaterThan(40);
    expect(pathsWith(admin, /^(import|export) (?!type )[^;]*"[./]*\/(src|client)\//m)).toEqual([]);
    expect(pathsWith(admin, /client\/src/)).toEqual([]);
  });

  test("what the client and the admin page have in common is a shared part", () => {
    const runs = new Map<string, string>();
    for (const file of [...source, ...styles].filter(({ path }) => path.startsWith("web/client/")))
      for (const run of runsOf(file)) runs.set(run, file.path);
    const admin = [...source, ...styles].filter(({ path }) => path.startsWith("web/admin/"));
    const repeated = admin.flatMap((file) =>
      runsOf(file).flatMap((run) => (runs.has(run) ? `${file.path} and ${runs.get(run)}:\n${run}` : [])),
    );
    expect(runs.size).toBeGreaterThan(10_000);
    expect(repeated).toEqual([]);
  });

  test("only what is loaded later has a default export", () => {
    const later = new Set<string>();
    for (const { path, text } of source)
      for (const [, target = ""] of text.matchAll(/import\(\s*"(\.[^"]+)"\s*\)/g))
        later.add(join(path, "..", target));
    const defaults = pathsWith(source, /^export default\b/m);
    expect(defaults.filter((path) => !later.has(path))).toEqual([]);
  });

  test("colours are custom properties of the tokens", () => {
    const literal = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\((?!from var)/i;
    const others = styles.filter(({ path }) => path !== "web/ui/tokens.css");
    expect(others.length).toBeGreaterThan(50);
    expect(pathsWith(others, literal)).toEqual([]);
  });

  test("no rule has a whole list styled again for each row that comes into it", () => {
    // Siblings of any kind, and `:nth-child` that is about elements of any kind, or before such: the browser finds out
    // what they concern by styling everything in the parent of what was added.
    const anySibling = /\*\s*[+~]|[>+~\s]:nth-|:nth-[^{},]*\)[^{},]*[>+~\s][*:][^{},]*[{,]/;
    expect(pathsWith(styles, anySibling)).toEqual([]);
  });

  test("the long lists scroll while scripts run, not after them", () => {
    // The browser moves a part by itself only if nothing shines through, as it may blend its letters with their ground.
    const blocks = styles.flatMap(({ text }) => [...text.matchAll(/\{[^{}]*\}/g)].map(([block]) => block));
    const lists = blocks.filter((block) => block.includes("overflow-anchor: none"));
    expect(lists.length).toBeGreaterThanOrEqual(2);
    expect(lists.filter((block) => !/background: var\(--(ground|side)\)/.test(block))).toEqual([]);
  });

  test("every rule is in a layer, and none forces its way", () => {
    const outside = styles.filter(({ text }) => !/^(@layer |\/\*)/.test(text.trimStart()));
    expect(outside.map(({ path }) => path)).toEqual([]);
    expect(pathsWith(styles, /!important/)).toEqual([]);
  });
});
