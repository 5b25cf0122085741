import {
  contentHash,
  type FileTag,
  type FileUse,
  fileTags,
  fileUses,
  newBlobKey,
  safeFileName,
} from "../../../src/domains/files/index.ts";
import { isId } from "../../../src/platform/ids/ids.ts";
import type { File } from "../../../src/protocol/file.ts";
import { rowWith } from "../known-rows.ts";
import type { ImportStep } from "../step.ts";
import { isFileId } from "../values/file-references.ts";
import {
  type Document,
  documentOf,
  idOf,
  integerOf,
  LeftOut,
  optionalTime,
  textOf,
  Unusable,
} from "../values/values.ts";

const unknownType = "application/octet-stream";
const hashForm = /^[0-9a-f]{64}$/;

/**
 * The hash of Ermine for content of Stoat. Without its type: that in the document of a file may differ, if an old file
 * service has stored it.
 */
export function storedHash(stoatHash: unknown): string {
  return contentHash(String(stoatHash), "");
}

function typeOf(value: unknown): string {
  const isPlain = typeof value === "string" && /^[a-z]+\/[a-zA-Z0-9.+-]{1,100}$/.test(value);
  return isPlain ? value.toLowerCase() : unknownType;
}

/** The rows of all content. Their bytes follow once it is known which of it is used. */
export const contentsStep: ImportStep = {
  collection: "attachment_hashes",
  lookups: ({ _id }) => [rowWith("stored_files", { hash: storedHash(_id) })],
  take(content, target, { now }) {
    if (!hashForm.test(textOf(content._id, "_id"))) throw new Unusable("_id is no SHA-256");
    const hash = storedHash(content._id);
    if (target.known.has(rowWith("stored_files", { hash })))
      throw new Unusable("there is another one with its _id");
    const stored_at = optionalTime(content.created_at, "created_at") ?? now;
    target.add("stored_files", {
      hash,
      blob_key: newBlobKey(hash, stored_at),
      content_type: typeOf(content.content_type),
      metadata: JSON.stringify(metadataOf(documentOf(content.metadata))),
      size: 0,
      stored_at,
      sha256: null,
    });
  },
};

/** More than any thumbhash has. */
const maxThumbhash = 64;

function isThumbhash(value: unknown): value is number[] {
  const isByte = (each: unknown) => Number.isInteger(each) && Number(each) >= 0 && Number(each) <= 255;
  return Array.isArray(value) && value.length <= maxThumbhash && value.every(isByte);
}

function metadataOf({ type, width, height, animated, thumbhash }: Document): File["metadata"] {
  const size = () => ({
    width: integerOf(width, "metadata.width"),
    height: integerOf(height, "metadata.height"),
  });
  switch (type) {
    case "Image":
      return {
        type,
        ...size(),
        ...(typeof animated === "boolean" && { animated }),
        ...(isThumbhash(thumbhash) && { thumbhash }),
      };
    case "Video":
      return { type, ...size() };
    case "Text":
    case "Audio":
      return { type };
    default:
      return { type: "File" };
  }
}

const isTag = (value: unknown): value is FileTag => Object.hasOwn(fileTags, String(value));
const isUse = (value: unknown): value is FileUse => Object.hasOwn(fileUses, String(value));

/** Stoat deletes these files itself, some time later. */
function isGone({ deleted, reported }: Document): boolean {
  return deleted === true && reported !== true;
}

export const filesStep: ImportStep = {
  collection: "attachments",
  lookups: ({ _id, hash }) => [
    rowWith("files", { id: String(_id) }),
    rowWith("stored_files", { hash: storedHash(hash) }),
  ],
  take(file, target, { now }) {
    if (isGone(file)) throw new LeftOut("was deleted");
    const id = file._id;
    if (!isFileId(id)) throw new Unusable("_id is not the id of a file");
    const { tag } = file;
    if (!isTag(tag)) throw new Unusable("tag is unknown");
    if (target.known.has(rowWith("files", { id }))) throw new Unusable("another file has the same id");
    if (file.hash == null) throw new Unusable("it has no hash, because an old file service stored it");
    const hash = storedHash(textOf(file.hash, "hash"));
    if (!target.known.has(rowWith("stored_files", { hash }))) throw new Unusable("its content is missing");
    const { type, id: by } = documentOf(file.used_for);
    const use = type === "LegacyGroupIcon" ? "ChannelIcon" : type;
    const isUsed = isUse(use) && fileUses[use] === tag && isId(by);
    target.add("files", {
      id,
      tag,
      filename: safeFileName(textOf(file.filename, "filename")),
      hash,
      uploader_id: isId(file.uploader_id) ? idOf(file.uploader_id, "uploader_id") : "",
      charged_to: "",
      uploaded_at: optionalTime(file.uploaded_at, "uploaded_at") ?? now,
      used_as: isUsed ? use : null,
      used_by: isUsed ? by : null,
      deleted_at: file.deleted === true ? now : null,
      reported: 0,
    });
  },
};
