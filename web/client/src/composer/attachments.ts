import { onCleanup } from "solid-js";
import { createStore, produce } from "solid-js/store";
import { useClient } from "../session/context.tsx";
import { upload as uploadFile } from "../session/upload.ts";
import { describeError } from "../texts/describe-error.ts";
import type { PendingFile } from "./outbox-queue.ts";

/** A file that will go with the message. */
export interface Attachment {
  readonly key: number;
  readonly file: File;
  /** Shown small, for pictures. */
  readonly previewUrl?: string;
  readonly isSpoiler: boolean;
  /** How much of it is uploaded, from 0 to 1. */
  readonly progress: number;
  /** The id on the server, once it is there. */
  readonly id?: string;
  readonly error?: string;
}

export interface Attachments {
  readonly list: readonly Attachment[];
  add(files: readonly File[]): void;
  remove(key: number): void;
  /** Uploads again: after a failure, or as a spoiler, which the name of the file tells. */
  toggleSpoiler(key: number): void;
  retry(key: number): void;
  /** Takes all files for a message that is sent now. */
  take(): readonly PendingFile[];
}

let lastKey = 0;

/** The files of one composer. Each is uploaded as soon as it is added. */
export function createAttachments(): Attachments {
  const client = useClient();
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
  onCleanup(() => list.forEach(forget));

  return {
    list,
    add(files) {
      for (const file of files) {
        lastKey += 1;
        const previewUrl = file.type.startsWith("image/") ? URL.createObjectURL(file) : undefined;
        const added = { key: lastKey, file, previewUrl, isSpoiler: false, progress: 0 };
        setList(produce((all) => all.push(added)));
        void upload(lastKey);
      }
    },
    remove(key) {
      const gone = find(key);
      if (gone) forget(gone);
      setList((all) => all.filter((one) => one.key !== key));
    },
    toggleSpoiler(key) {
      change(key, { isSpoiler: !find(key)?.isSpoiler });
      void upload(key);
    },
    retry: (key) => void upload(key),
    take() {
      const files = list.flatMap((one) => (one.id === undefined ? [] : [{ id: one.id, name: nameOf(one) }]));
      list.forEach(forget);
      setList([]);
      return files;
    },
  };
}

function nameOf({ file, isSpoiler }: Attachment): string {
  return isSpoiler ? `SPOILER_${file.name}` : file.name;
}
