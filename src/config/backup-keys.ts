import { flag, list, secret, section, text, whole } from "./key-types.ts";

export const backupKeys = section(
  "Backups that the server makes by itself, and defaults of `ermine backup`.",
  {
    every: text("", "Time between two backups: a number and m, h or d, e.g. 6h or 1d. Empty: none.", {
      pattern: "^([1-9][0-9]{0,4}[mhd])?$",
      form: "a number and m, h or d, such as 6h",
    }),
    keep: whole(7, "How many archives are kept, the newest ones. Files that none of them has are deleted.", {
      minimum: 1,
    }),
    verify_every: text(
      "",
      "Time between two verifications of the last backup, which read all of it and copy damaged files again: a number and m, h or d, e.g. 7d. Empty: none.",
      { pattern: "^([1-9][0-9]{0,4}[mhd])?$", form: "a number and m, h or d, such as 7d" },
    ),
    recheck_backups: whole(
      30,
      "Each backup also reads a share of the files that earlier ones have stored again, and replaces those that are damaged: in this many backups, all of them. 0: none.",
    ),
    to: text(
      "",
      "Directory, or s3://bucket/prefix with the endpoint and keys of [backup.s3], that backups are written to. Empty: the folder backups in data_dir. In a cluster, all servers must reach it.",
      {
        pattern: "^(?!.*\\.tar$)",
        form: "a directory or a bucket: a single .tar file would be there already when the second backup is made. `ermine backup --to FILE.tar` makes one",
      },
    ),
    passphrase: text(
      "",
      "Passphrase that seals the secrets in backups. Empty: the secrets are stored as they are.",
      secret,
    ),
    encrypt_to: list(
      [],
      "Public keys of age (age1…) for whose owners backups are encrypted, with their files. The server cannot open them: keep the secret keys elsewhere. Empty: none.",
    ),
    encrypt_all: flag(
      false,
      "Encrypt whole backups, with their files, with backup.passphrase, and not only the secrets in them. No effect with backup.encrypt_to.",
    ),
    s3: section(
      "Endpoint and keys for backups in S3, so that somebody who has the keys for the files cannot delete the backups.",
      {
        endpoint: text("", "Address of the storage for backups. Empty: s3.endpoint.", {
          pattern: "^(https?://.+)?$",
          form: "an address that begins with https:// or http://",
        }),
        region: text("", "Region of the bucket for backups. Empty: s3.region."),
        access_key_id: text(
          "",
          "Access key that may list the bucket of the backups and read, write and delete its objects. Empty: s3.access_key_id.",
          secret,
        ),
        secret_access_key: text("", "Secret of this access key. Empty: s3.secret_access_key.", secret),
        path_style: flag(
          true,
          "Name the bucket in the path of the URL; off: in the host name. Where backup.s3.endpoint is empty, s3.path_style decides.",
        ),
      },
    ),
  },
);
