import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import { newGroup } from "./channel-layout.ts";
import { saveLayout, serverLayout } from "./server-layout.ts";

/** Makes a category, or gives one another name. */
export function CategoryDialog(props: {
  readonly server: Server;
  readonly categoryId?: string;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const known = props.server.categories.find(({ id }) => id === props.categoryId);
  const title = createField(known?.title ?? "");
  const words = () =>
    known
      ? { title: t().servers.renameCategory, action: t().common.save }
      : { title: t().servers.createCategory, action: t().servers.createCategory };

  function save(): Promise<void> {
    const layout = serverLayout(props.server);
    const name = title.value.trim();
    if (!known) return saveLayout(client, props.server, [...layout, newGroup(name)]);
    return saveLayout(
      client,
      props.server,
      layout.map((group) => (group.id === known.id ? { ...group, title: name } : group)),
    );
  }

  return (
    <FormDialog
      title={words().title}
      action={words().action}
      isReady={title.value.trim() !== ""}
      onSubmit={save}
      onClose={props.onClose}
    >
      <TextField label={t().servers.categoryName} {...title} required maxlength={32} />
    </FormDialog>
  );
}
