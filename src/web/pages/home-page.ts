import packageFile from "../../../package.json" with { type: "json" };
import type { Services } from "../../declare/services.ts";
import { type Html, html } from "./html.ts";
import type { PageContent } from "./page.ts";

/** Says what this server is, and how clients and bots connect to it. */
export function homePage(
  { urls, voice, config }: Services,
  { hasFailed }: { hasFailed: boolean },
): PageContent {
  const nodes = (voice?.all ?? []).filter(({ isPrivate }) => !isPrivate);
  const addresses: [string, string][] = [
    ["API", urls.api],
    ["Event stream", urls.events],
    ["Files", urls.files],
    ["Link previews", urls.proxy],
    ...nodes.map(({ publicUrl }): [string, string] => ["Calls", publicUrl]),
  ];
  const failure = html`<p class="note error" role="alert">The web client of this server could not be built. The log of the server says why, in the line “the web client could not be built”. The server itself works.</p>\n`;
  const body = html`<header>
<h1>Ermine</h1>
<p>This is a chat server. It speaks the protocol of Stoat (formerly Revolt), so clients and bots for Stoat can connect to it. ${registrationOf(config.registration)}</p>
</header>
${hasFailed ? failure : undefined}<section>
<h2>Addresses</h2>
<dl>
${addresses.map(([name, url]) => html`<dt>${name}</dt><dd><code>${url}</code></dd>\n`)}</dl>
<p class="muted">Clients need to know only the first; <a href="${urls.api}/swagger">its documentation</a> is here too.</p>
</section>
<section>
<h2>Web clients</h2>
<p>A web client of Stoat that was built for this server needs one setting:</p>
<pre><code>VITE_API_URL=${urls.api}</code></pre>
</section>
${librariesOf(urls)}
<p class="muted"><small>Ermine ${packageFile.version}</small></p>`;
  return { title: "Ermine", body, wide: true, ...(hasFailed && { status: 503 }) };
}

function registrationOf(registration: Services["config"]["registration"]): string {
  const sentences = {
    open: "Everyone can register.",
    invite: "An invite code is needed to register.",
    closed: "Nobody can register here at the moment.",
  };
  return sentences[registration];
}

function librariesOf({ api, events, files }: Services["urls"]): Html[] {
  const libraries: [string, string][] = [
    [
      "Bots with stoat.js",
      `import { Client } from "stoat.js";

const client = new Client({ baseURL: "${api}" });
client.loginBot("token of the bot");`,
    ],
    [
      "Bots with revolt.js",
      `import { Client } from "revolt.js";

const client = new Client({ baseURL: "${api}" });
client.loginBot("token of the bot");`,
    ],
    [
      "Bots with stoat.py",
      `import stoat

client = stoat.Client(
    token="token of the bot",
    http_base="${api}",
    websocket_base="${events}",
    cdn_base="${files}",
)
client.run()`,
    ],
  ];
  return libraries.map(
    ([title, code]) => html`<section>\n<h2>${title}</h2>\n<pre><code>${code}</code></pre>\n</section>\n`,
  );
}

const reloadSeconds = 2;

/** Shown until the web client is built. */
export const buildingPage: PageContent = {
  title: "Ermine",
  status: 503,
  retryAfter: reloadSeconds,
  reloads: true,
  body: html`<h1>Almost there</h1>
<p role="status">The server runs, and is building its web client. That takes less than a minute, and happens only after an installation or an upgrade. This page reloads by itself.</p>`,
};
