import type { Config } from "../../../config/schema.ts";
import { invalid } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import { parseJson } from "../../../input/parse-json.ts";
import { readBytes } from "../../../input/read-body.ts";
import { formOverhead, receiveForm, type Upload } from "../../files/index.ts";
import { cutTexts, parseForm } from "../rules/foreign/payload-bounds.ts";
import { asRecord, type UnknownRecord } from "../rules/foreign/unknown-record.ts";

/** A request in the format of another service; its uploads are deleted on disposal. */
interface ForeignRequest extends AsyncDisposable {
  readonly payload: UnknownRecord;
  readonly uploads: readonly Upload[];
}

const maxFiles = 10;
const maxFields = 16;
/** Far more than a message shows; what is beyond it is cut and not refused. */
const maxTexts = { each: 20_000, total: 100_000 };

/**
 * Reads a payload: a JSON body, or a form of either kind with JSON in the named field. The other fields of a form are
 * merged into the payload, and a multipart form may contain files.
 */
export async function readPayload(
  request: Request,
  { config, stageUpload }: Pick<Services, "config" | "stageUpload">,
  field: string,
): Promise<ForeignRequest> {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\//i.test(type)) {
    const form = await receiveForm(request, formLimits(config, field), stageUpload);
    try {
      const payload = payloadOf(form.fields, field);
      return { payload, uploads: form.uploads, [Symbol.asyncDispose]: () => form[Symbol.asyncDispose]() };
    } catch (error) {
      await form[Symbol.asyncDispose]();
      throw error;
    }
  }
  const text = new TextDecoder().decode(await readBytes(request, config.http.body_limit));
  // Command-line tools such as curl send JSON with the content type of a form by default.
  const isForm = /^application\/x-www-form-urlencoded/i.test(type) && !/^\s*\{/.test(text);
  const payload = isForm ? payloadOf(parseForm(text), field) : asRecord(cutTexts(parse(text), maxTexts));
  return { payload, uploads: [], async [Symbol.asyncDispose]() {} };
}

/** The limits of the form. The files together may be as large as one attachment. */
function formLimits({ limits, http }: Config, field: string) {
  const max = limits.default.file_upload_size_limits.attachments;
  return {
    max,
    cap: max + http.body_limit + formOverhead,
    files: maxFiles,
    fields: maxFields,
    fieldSize: http.body_limit,
    wholeFields: true,
    isFile: (part: string | undefined, name: string | undefined) => name !== undefined && part !== field,
    takesFile: () => true,
  } as const;
}

function payloadOf(fields: ReadonlyMap<string, string>, field: string): UnknownRecord {
  const { [field]: text, ...others } = Object.fromEntries(fields);
  return asRecord(cutTexts({ ...others, ...(text !== undefined && parse(text)) }, maxTexts));
}

function parse(text: string): UnknownRecord {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid("body: must be an object");
  return asRecord(value);
}
