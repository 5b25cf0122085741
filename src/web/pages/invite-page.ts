import { callApi, refusalPage } from "./call-api.ts";
import { type Html, html } from "./html.ts";
import type { PageContent, PageRequest } from "./page.ts";

/** The fields of an invite that this page shows, as `GET /invites/:code` sends them. */
interface ShownInvite {
  readonly code: string;
  readonly server_name?: string;
  readonly server_icon?: { readonly _id: string };
  readonly member_count?: number;
  readonly channel_name: string;
  readonly user_name: string;
}

/** Shows where an invite leads to, and how to follow it without a web client at this address. */
export async function invitePage(request: PageRequest): Promise<PageContent> {
  const { params, services } = request;
  const reply = await callApi(request, {
    method: "GET",
    path: `/invites/${encodeURIComponent(params.code ?? "")}`,
  });
  if (reply.status !== 200) return refusalPage("Invite", reply);
  const invite = reply.body as ShownInvite;
  const { code, server_name, channel_name, user_name } = invite;
  const name = server_name ?? channel_name;
  const { urls } = services;
  const body = html`<p class="muted">${user_name} invites you to</p>
<section>
<div class="invite">
${iconOf(invite, urls.files)}
<div>
<h1>${name}</h1>
<p class="muted">${describeInviteTarget(invite)}</p>
</div>
</div>
</section>
<section>
<h2>How to join</h2>
<p>Log in with a client that is connected to this server, choose to join a server, and enter the code:</p>
<pre><code>${code}</code></pre>
<p class="muted">The server’s address for clients is <code>${urls.api}</code>. <a href="${urls.api.replace(/api$/, "")}">More about this server</a></p>
</section>`;
  return { title: `Invite to ${name}`, body };
}

function describeInviteTarget({ server_name, member_count = 0, channel_name }: ShownInvite): string {
  if (server_name === undefined) return "A group";
  return `${member_count === 1 ? "1 member" : `${member_count} members`} · #${channel_name}`;
}

function iconOf({ server_icon, server_name, channel_name }: ShownInvite, files: string): Html {
  if (server_icon)
    return html`<img class="icon" src="${files}/icons/${server_icon._id}" alt="" width="64" height="64">`;
  const [initial = ""] = new Intl.Segmenter().segment(server_name ?? channel_name);
  return html`<div class="icon" aria-hidden="true">${typeof initial === "string" ? initial : initial.segment}</div>`;
}
