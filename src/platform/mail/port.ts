export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands a mail over. Resolves when the receiving side has taken responsibility for it, and rejects otherwise. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
