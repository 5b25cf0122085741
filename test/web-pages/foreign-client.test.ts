import { describe, expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import { newFolder } from "../support/browser/client-folder.ts";
import { startErmine } from "../support/processes/program.ts";
import { newHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";

/** As the images of Stoat's and Revolt's clients are built. */
const script = `const env={api:"__VITE_API_URL__",ws:"__VITE_WS_URL__",media:"__VITE_MEDIA_URL__",
proxy:'__VITE_PROXY_URL__',host:"__VITE_HOST__",gifs:"__VITE_GIFBOX_URL__",captcha:"__VITE_HCAPTCHA_SITEKEY__",
older:"__API_URL__",path:\`__VITE_API_URL__/users\`,mine:__my_name__}`;

describe("web.dir", () => {
  const serve = (folder: { path: string }) =>
    openServer("sqlite", {
      config: { public_url: "https://chat.example.org:8443", web: { dir: folder.path } },
    });

  test("serves another client, with the addresses of this server in it", async () => {
    using folder = newFolder({
      "index.html": '<!doctype html><base href="__VITE_API_URL__">',
      "assets/index-B3x9a_Qz.js": script,
      "assets/index-B3x9a_Qz.js.br": brotliCompressSync(script),
      "assets/other-B3x9a_Qz.js": "1;",
      "assets/picture-B3x9a_Qz.png": Buffer.from([0xff, 0xfe, ...Buffer.from("__API_URL__")]),
    });
    await using server = await serve(folder);
    const get = (path: string) => fetch(server.url + path, { headers: { accept: "text/html" } });
    const changed = await get("/assets/index-B3x9a_Qz.js");
    const url = "https://chat.example.org:8443";
    expect(
      await changed.text(),
    ).toBe(`const env={api:"${url}/api",ws:"wss://chat.example.org:8443/ws",media:"${url}/autumn",
proxy:'${url}/january',host:"chat.example.org",gifs:void 0,captcha:void 0,
older:"${url}/api",path:\`${url}/api/users\`,mine:__my_name__}`);
    // Its content depends on the configuration, so its name says nothing about it.
    expect(changed.headers.get("cache-control")).toBe("no-cache");
    expect((await get("/assets/other-B3x9a_Qz.js")).headers.get("cache-control")).toContain("immutable");
    expect((await (await get("/assets/picture-B3x9a_Qz.png")).bytes()).length).toBe(13);
    for (const path of ["/", "/server/01A", "/login/verify/x"])
      expect(await (await get(path)).text()).toBe(`<!doctype html><base href="${url}/api">`);
    expect((await get("/assets/missing.js")).status).toBe(404);
  });

  test("lets that client load what it needs, but no site frame it", async () => {
    using folder = newFolder({ "index.html": "<!doctype html>" });
    await using server = await serve(folder);
    const { headers } = await fetch(server.url);
    expect(headers.get("content-security-policy")).toBe(
      "frame-ancestors 'none'; base-uri 'self'; object-src 'none'",
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("without an index page is refused at the start, in one line", async () => {
    using folder = newFolder({ "readme.txt": "" });
    const home = await newHome("sqlite");
    const variables = { ERMINE_PORT: "0", ERMINE_WEB_ENABLED: "true", ERMINE_WEB_DIR: folder.path };
    expect(await startErmine(home, ["serve"], variables)).toMatchObject({
      code: 1,
      stderr: `web.dir: ${folder.path} has no index.html\n`,
    });
    home.remove();
  });

  test("is not served while the client is off", async () => {
    using folder = newFolder({ "index.html": "<!doctype html>another" });
    await using server = await openServer("sqlite", {
      config: { web: { enabled: false, dir: folder.path } },
    });
    expect(await (await fetch(server.url)).text()).toContain("This is a chat server");
  });
});
