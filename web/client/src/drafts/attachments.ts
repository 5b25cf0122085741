import { notify } from "@ui/toasts.tsx";
import { createStore, produce } from "solid-js/store";
import { describeError, t } from "../i18n/i18n.ts";
import { type Client, sessionState } from "../session/client.ts";
import { upload as uploadFile } from "../session/upload.ts";
import type { DraftFile } from "./database.ts";
import { loadDraftFiles, saveDraftFiles } from "./draft-files.ts";
import type { PendingFile } from "./outbox-queue.ts";

/** A file that will go with the message. */
export interface Attachment {
  readonly key: number;
  readonly file: File;
  /** Shown small, for images. */
  readonly previewUrl?: string;
  readonly isSpoiler: boolean;
  /** What it shows, for those who cannot see it. */
  readonly description: string;
  /** How much of it is uploaded, from 0 to 1. */
  readonly progress: number;
  /** The id on the server, once it is there. */
  readonly id?: string;
  readonly error?: string;
}

export type Attachments = ReturnType<typeof createAttachments>;

const attachmentsByChannel = sessionState(() => new Map<string, Attachments>());

/** The files of a channel's draft. They stay, and keep being uploaded, while another channel is open. */
export function openAttachments(client: Client, channelId: string): Attachments {
  const known = attachmentsByChannel(client);
  const attachments = known.get(channelId) ?? createAttachments(client, channelId);
  known.set(channelId, attachments);
  return attachments;
}

/** Each file is uploaded as soon as it is added, and again after a reload of the page. */
function createAttachments(client: Client, channelId: string) {
  const { userId } = client;
  let lastKey = 0;
  const [list, setList] = createStore<Attachment[]>([]);
  const uploads = new Map<number, AbortController>();

  const find = (key: number) => list.find((one) => one.key === key);
  const change = (key: number, fields: Partial<Attachment>) => setList((one) => one.key === key, fields);

  const upload = async (key: number) => {
    const attachment = find(key);
    if (!attachment) return;
    uploads.get(key)?.abort();
    const controller = new AbortController();
    uploads.set(key, controller);
    change(key, { progress: 0, id: undefined, error: undefined });
    try {
      const { file } = attachment;
      // The name carries the mark of a spoiler.
      const named = new File([file], nameOf(attachment), { type: file.type });
      const id = await uploadFile(client, "attachments", named, {
        signal: controller.signal,
        onProgress: (progress) => change(key, { progress }),
      });
      if (!controller.signal.aborted) change(key, { id, progress: 1 });
    } catch (thrown) {
      if (!controller.signal.aborted) change(key, { error: describeError(thrown) });
    }
  };

  const forget = ({ key, previewUrl }: Attachment) => {
    uploads.get(key)?.abort();
    uploads.delete(key);
    if (previewUrl) URL.revokeObjectURL(previewUrl);
  };
  const put = ({ file, isSpoiler, description = "" }: DraftFile) => {
    lastKey += 1;
    const previewUrl = file.type.startsWith("image/") ? URL.createObjectURL(file) : undefined;
    const added = { key: lastKey, file, previewUrl, isSpoiler, description, progress: 0 };
    setList(produce((all) => all.push(added)));
    void upload(lastKey);
  };
  const keep = () =>
    void saveDraftFiles(
      userId,
      channelId,
      list.map(({ file, isSpoiler, description }) => ({ file, isSpoiler, description })),
    );
  const restore = async () => {
    const { files = [], lost = [] } = (await loadDraftFiles(userId, channelId)) ?? {};
    files.forEach(put);
    if (lost.length === 0) return;
    notify(t().composer.filesLost(lost.join(", ")), { isError: true });
    keep();
  };
  void restore();

  return {
    list,
    add(files: readonly File[]): void {
      for (const file of files) put({ file, isSpoiler: false });
      keep();
    },
    remove(key: number): void {
      const gone = find(key);
      if (gone) forget(gone);
      setList((all) => all.filter((one) => one.key !== key));
      keep();
    },
    /** Uploads it again, as the name of the file tells whether it is a spoiler. */
    toggleSpoiler(key: number): void {
      change(key, { isSpoiler: !find(key)?.isSpoiler });
      void upload(key);
      keep();
    },
    /** Uploads it again if it gets another name. */
    edit(key: number, { name, description }: { readonly name: string; readonly description: string }): void {
      const { file } = find(key) ?? {};
      change(key, { description });
      if (file && file.name !== name) {
        change(key, { file: new File([file], name, { type: file.type }) });
        void upload(key);
      }
      keep();
    },
    retry: (key: number) => void upload(key),
    /** Takes all files for a message that is sent now. */
    take(): readonly PendingFile[] {
      const files = list.flatMap((one) =>
        one.id === undefined ? [] : [{ id: one.id, name: nameOf(one), description: one.description }],
      );
      list.forEach(forget);
      setList([]);
      keep();
      return files;
    },
  };
}

function nameOf({ file, isSpoiler }: Attachment): string {
  return isSpoiler ? `SPOILER_${file.name}` : file.name;
}
