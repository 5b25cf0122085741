import { createDialogs } from "@ui/page-dialogs.tsx";
import { t } from "../i18n/i18n.ts";

export const { FormDialog, ConfirmDialog } = createDialogs(t);
