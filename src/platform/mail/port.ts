export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. `send` resolves when the receiving side has accepted the mail, and rejects otherwise. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
