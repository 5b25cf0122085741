import { bitsetOf, permission } from "../../../../src/permissions/bits.ts";
import { t } from "../i18n/i18n.ts";
import type { Client } from "../session/client.ts";
import { hasVoice } from "../session/server.ts";
import { upload } from "../session/upload.ts";
import { categoriesOf, newGroup } from "./channel-layout.ts";
import { type ServerTemplate, serverTemplates, type TemplateName } from "./server-templates.ts";

interface ServerDraft {
  readonly name: string;
  readonly icon: File | undefined;
  readonly template: TemplateName;
}

type Step = () => Promise<void>;

/**
 * Creates a server with the channels and roles of a template, and an invite to it. There is a request for each of them,
 * so `run` continues after a failure where it stopped, or behind a step that `leaveOut` leaves out.
 */
export function createServerSetup(client: Client, { name, icon, template }: ServerDraft) {
  const { names } = t().templates;
  const { roles, categories }: ServerTemplate = serverTemplates[template];
  const groups = categories.map(({ title, channels }) => ({
    ...newGroup(names[title]),
    // Without voice they would be text channels under a wrong name.
    planned: channels.filter(({ isVoice }) => !isVoice || hasVoice()),
    channels: [] as string[],
  }));
  let serverId = "";
  let firstChannelId = "";
  let iconId: string | undefined;
  let inviteCode: string | undefined;

  async function createServer(): Promise<void> {
    const { server, channels } = await client.api.post("/servers/create", { name });
    client.change((state) => {
      for (const channel of channels) state.channels[channel._id] ??= channel;
      state.servers[server._id] ??= server;
    });
    serverId = server._id;
    firstChannelId = channels[0]?._id ?? "";
  }

  const channelSteps: Step[] = groups.flatMap(({ planned, channels }) =>
    planned.flatMap(({ name, isVoice, isReadOnly }) => {
      let id = "";
      const create = async () => {
        const draft = { name: names[name], type: isVoice ? ("Voice" as const) : ("Text" as const) };
        id = (await client.api.post(`/servers/${serverId}/channels`, draft))._id;
        channels.push(id);
      };
      const lock = async () => {
        const permissions = { allow: 0, deny: permission.SendMessage };
        if (id) await client.api.put(`/channels/${id}/permissions/default`, { permissions });
      };
      return isReadOnly ? [create, lock] : [create];
    }),
  );

  const roleSteps: Step[] = roles.flatMap(({ name, allow: allowed }) => {
    let id = "";
    const create = async () => {
      id = (await client.api.post(`/servers/${serverId}/roles`, { name: names[name] })).id;
    };
    const allow = async () => {
      const permissions = { allow: bitsetOf(...allowed), deny: 0 };
      if (id) await client.api.put(`/servers/${serverId}/permissions/${id}`, { permissions });
    };
    return [create, allow];
  });

  async function arrange(): Promise<void> {
    const changes = {
      ...(groups.length > 0 && { categories: categoriesOf(groups) }),
      ...(iconId && { icon: iconId }),
    };
    if (Object.keys(changes).length > 0) await client.api.patch(`/servers/${serverId}`, changes);
  }

  const steps: readonly Step[] = [
    createServer,
    ...channelSteps,
    ...roleSteps,
    async () => {
      if (icon) iconId = await upload(client, "icons", icon);
    },
    arrange,
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
