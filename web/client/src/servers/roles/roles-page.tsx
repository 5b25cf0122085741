import { A, useNavigate, useParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createDragOrder } from "@ui/drag-order.ts";
import { createSignal, For, Show } from "solid-js";
import { openTextDialog } from "../../components/text-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { useMemberCounts } from "../../members/member-counts.ts";
import { permissionGroups } from "../../model/permissions.ts";
import type { Server } from "../../model/server.ts";
import { ownRank } from "../../moderation/membership.ts";
import { useClient } from "../../session/context.tsx";
import { createDraft } from "../../settings/draft.ts";
import { MoveHandle } from "../../settings/move-handle.tsx";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";
import { cssColour } from "../../users/role-colour.ts";
import { PermissionEditor } from "./permission-editor.tsx";
import { RoleEditor } from "./role-editor.tsx";
import own from "./roles-page.module.css";

/** The roles in the order of their rank, and the one that is open. */
export default function RolesPage(props: { readonly server: Server }) {
  const params = useParams<{ item?: string }>();
  const path = () => `/server/${props.server.id}/settings/roles`;
  return (
    <Show
      when={params.item}
      keyed
      fallback={
        <div class={styles.page}>
          <RoleList server={props.server} path={path()} />
        </div>
      }
    >
      {(item) => (
        <div class={styles.page}>
          <A class={own.back} href={path()}>
            {t().roles.all}
          </A>
          <Show
            when={item === "everyone"}
            fallback={
              <Show when={props.server.roles.get(item)} fallback={<p>{t().roles.gone}</p>}>
                {(role) => <RoleEditor server={props.server} role={role()} path={path()} />}
              </Show>
            }
          >
            <ServerDefaultEditor server={props.server} />
          </Show>
        </div>
      )}
    </Show>
  );
}

function RoleList(props: { readonly server: Server; readonly path: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const counts = useMemberCounts(() => props.server);
  const draft = createDraft(() => ({ order: props.server.orderedRoles.map(({ id }) => id) }));
  const order = () => draft.get("order").filter((id) => props.server.roles.has(id));
  const [announcement, announce] = createSignal("");
  const mayManage = () => props.server.havePermission("ManageRole");
  /** Only roles below the user's own can be moved. */
  const mayMove = (id: string) =>
    mayManage() && (props.server.roles.get(id)?.rank ?? 0) > ownRank(props.server);

  function moveTo(id: string, place: number): void {
    const rest = order().filter((other) => other !== id);
    const neighbour = rest[place];
    if (place < 0 || place > rest.length || (neighbour !== undefined && !mayMove(neighbour))) return;
    rest.splice(place, 0, id);
    draft.set("order", rest);
    announce(t().roles.movedTo({ name: props.server.roles.get(id)?.name ?? "", place: place + 1 }));
  }
  const drag = createDragOrder({
    accepts: (_, target) => mayMove(target),
    onDrop(id, { id: target, edge }) {
      const rest = order().filter((other) => other !== id);
      moveTo(id, rest.indexOf(target) + (edge === "after" ? 1 : 0));
    },
  });

  const create = () =>
    openTextDialog({
      title: t().roles.create,
      action: t().roles.create,
      label: t().roles.name,
      maxlength: 32,
      async onSubmit(name) {
        const { id } = await client.api.post(`/servers/${props.server.id}/roles`, { name });
        navigate(`${props.path}/${id}`);
      },
    });
  return (
    <>
      <p class={styles.hint}>{t().roles.hint}</p>
      <Show when={mayManage()}>
        <div class={styles.actions}>
          <Button onClick={create}>{t().roles.create}</Button>
        </div>
      </Show>
      <ul class={styles.list}>
        <For each={order()}>
          {(id) => {
            const role = () => props.server.roles.get(id);
            const name = () => role()?.name ?? "";
            return (
              <li class={styles.row} {...drag.item(id)}>
                <MoveHandle
                  name={name()}
                  disabled={!mayMove(id)}
                  onDrag={(event) => drag.begin(id, event)}
                  onStep={(step) => moveTo(id, order().indexOf(id) + step)}
                />
                <span class={own.colour} style={{ background: cssColour(role()?.colour) }} />
                <A class={own.name} href={`${props.path}/${id}`} dir="auto">
                  {name()}
                </A>
                <span class={styles.rowDetail}>{t().roles.members(counts()?.get(id) ?? 0)}</span>
              </li>
            );
          }}
        </For>
        <li class={`${styles.row} ${own.everyone}`}>
          <span class={own.colour} />
          <A class={own.name} href={`${props.path}/everyone`}>
            {t().roles.everyone}
          </A>
          <span class={styles.rowDetail}>{t().roles.everyoneHint}</span>
        </li>
      </ul>
      <p class="visually-hidden" aria-live="assertive">
        {announcement()}
      </p>
      <SaveBar
        draft={draft}
        onSave={() => client.api.patch(`/servers/${props.server.id}/roles/ranks`, { ranks: order() })}
      />
    </>
  );
}

/** What everybody in a server may do. */
function ServerDefaultEditor(props: { readonly server: Server }) {
  const client = useClient();
  const stored = () => ({ a: props.server.defaultPermissions, d: 0 });
  const draft = createDraft(() => ({ permissions: stored() }));

  async function save(): Promise<void> {
    const body = { permissions: draft.get("permissions").a };
    await client.api.put(`/servers/${props.server.id}/permissions/default`, body);
  }

  return (
    <>
      <section class={styles.section}>
        <h2 class={styles.heading}>{t().roles.everyone}</h2>
        <p class={styles.hint}>{t().roles.everyoneDescription}</p>
      </section>
      <PermissionEditor
        groups={permissionGroups}
        value={draft.get("permissions")}
        current={stored()}
        held={props.server.permission}
        disabled={!props.server.havePermission("ManagePermissions")}
        onChange={(permissions) => draft.set("permissions", { ...permissions, d: 0 })}
      />
      <SaveBar draft={draft} onSave={save} />
    </>
  );
}
