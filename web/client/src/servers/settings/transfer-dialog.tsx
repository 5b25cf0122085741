import { useNavigate } from "@solidjs/router";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createResource, createSignal } from "solid-js";
import type { Server } from "stoat.js";
import { useClient } from "../../session/context.tsx";
import { t } from "../../texts/texts.ts";
import { FormDialog } from "../form-dialog.tsx";
import { useMembers } from "../member-counts.ts";

type Method = "Password" | "Totp" | "Recovery";

/** Makes another member the owner. The server wants the user to prove who they are once more. */
export function TransferDialog(props: { readonly server: Server; readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const { members } = useMembers(() => props.server);
  const [methods] = createResource(
    async () => (await client.api.get("/auth/mfa/methods")) as unknown as Method[],
  );
  const [owner, setOwner] = createSignal("");
  const [secret, setSecret] = createSignal("");
  const method = (): Method => (methods.latest?.includes("Totp") ? "Totp" : "Password");
  const candidates = () =>
    members()
      .filter(({ id, user }) => id.user !== client.user?.id && user && !user.bot)
      .map(({ id, displayName, user }) => ({
        value: id.user,
        label: `${displayName} (${user?.username}#${user?.discriminator})`,
      }));

  async function transfer(): Promise<void> {
    const answer = method() === "Totp" ? { totp_code: secret() } : { password: secret() };
    const ticket = await client.api.put("/auth/mfa/ticket", answer as { password: string });
    const changes: Record<string, unknown> = { owner: owner() };
    await client.api.patch(`/servers/${props.server.id as ""}`, changes, {
      headers: { "X-MFA-Ticket": ticket.token },
    } as never);
    navigate(`/server/${props.server.id}`);
  }

  return (
    <FormDialog
      title={t().danger.transferTitle(props.server.name)}
      description={t().danger.transferHint}
      action={t().danger.transfer}
      isReady={owner() !== "" && secret() !== ""}
      onSubmit={transfer}
      onClose={props.onClose}
    >
      <Select
        label={t().danger.newOwner}
        choices={[{ value: "", label: t().danger.choose }, ...candidates()]}
        value={owner()}
        onChange={setOwner}
      />
      <TextField
        label={method() === "Totp" ? t().danger.code : t().danger.password}
        type={method() === "Totp" ? "text" : "password"}
        value={secret()}
        onInput={setSecret}
        required
        input={{ autocomplete: method() === "Totp" ? "one-time-code" : "current-password" }}
      />
    </FormDialog>
  );
}
