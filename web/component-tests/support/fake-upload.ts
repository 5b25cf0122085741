/** The platform's XMLHttpRequest as uploads use it, which end when the test says so. */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  url = "";
  file: File | undefined;
  isAborted = false;

  constructor(all: FakeUpload[]) {
    super();
    all.push(this);
  }

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(): void {}

  send(body: FormData): void {
    const file = body.get("file");
    if (file instanceof File) this.file = file;
  }

  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event("abort"));
  }

  /** The server has stored the file. */
  finish(id: string): void {
    this.status = 200;
    this.responseText = JSON.stringify({ id });
    this.dispatchEvent(new Event("load"));
  }
}
