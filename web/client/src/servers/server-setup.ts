import { bitsetOf } from "../../../../src/permissions/bits.ts";
import type { DataCreateServer } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import type { Client } from "../session/client.ts";
import { hasVoice } from "../session/server.ts";
import { upload } from "../session/upload.ts";
import { type ServerTemplate, serverTemplates, type TemplateName } from "./server-templates.ts";

interface ServerDraft {
  readonly name: string;
  readonly icon: File | undefined;
  readonly template: TemplateName;
}

type Step = () => Promise<void>;

/**
 * Creates a server with the channels and roles of a template, an icon, and an invite to it. `run` continues after a failure
 * where it stopped, or behind a step that `leaveOut` leaves out.
 */
export function createServerSetup(client: Client, { name, icon, template }: ServerDraft) {
  let serverId = "";
  let firstChannelId = "";
  let inviteCode: string | undefined;

  async function createServer(): Promise<void> {
    const { server, channels } = await client.api.post("/servers/create", { name, ...contentOf(template) });
    client.change((state) => {
      for (const channel of channels) state.channels[channel._id] ??= channel;
      state.servers[server._id] ??= server;
    });
    serverId = server._id;
    firstChannelId = channels[0]?._id ?? "";
  }

  async function setIcon(icon: File): Promise<void> {
    await client.api.patch(`/servers/${serverId}`, { icon: await upload(client, "icons", icon) });
  }

  const steps: readonly Step[] = [
    createServer,
    ...(icon ? [() => setIcon(icon)] : []),
    async () => {
      inviteCode = (await client.api.post(`/channels/${firstChannelId}/invites`))._id;
    },
  ];
  let done = 0;

  return {
    count: steps.length,
    serverId: () => serverId || undefined,
    inviteCode: () => inviteCode,
    leaveOut(): void {
      done += 1;
    },
    async run(onStep: (done: number) => void): Promise<void> {
      for (; done < steps.length; done += 1) {
        onStep(done);
        await steps[done]?.();
      }
    },
  };
}

function contentOf(template: TemplateName): Pick<DataCreateServer, "categories" | "roles"> {
  const { names } = t().templates;
  const { roles, categories }: ServerTemplate = serverTemplates[template];
  return {
    categories: categories.map(({ title, channels }) => ({
      title: names[title],
      channels: channels
        // Without voice they would be text channels under a wrong name.
        .filter(({ isVoice }) => !isVoice || hasVoice())
        .map(({ name, isVoice, isReadOnly }) => ({
          name: names[name],
          type: isVoice ? ("Voice" as const) : ("Text" as const),
          ...(isReadOnly && { default_permissions: { allow: 0, deny: bitsetOf("SendMessage") } }),
        })),
    })),
    roles: roles.map(({ name, allow }) => ({
      name: names[name],
      permissions: { allow: bitsetOf(...allow), deny: 0 },
    })),
  };
}
