/** A browser without scripts: keeps cookies of one origin, follows redirects within it, and sends forms. */
export class TestBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  /** Asks for a page, and goes on until there is one or the way leads to another origin. */
  async open(path: string, init: RequestInit = {}): Promise<Page> {
    let url = new URL(path, this.origin);
    let response = await this.send(url, init);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url);
      if (url.origin !== this.origin) return { url, status: response.status, text: '', headers: response.headers };
      response = await this.send(url, {});
    }
    return { url, status: response.status, text: await response.text(), headers: response.headers };
  }

  /** Sends the page's form as if this button had been pressed, or these fields filled in. */
  submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? page.url.pathname;
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return this.open(action, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
    });
  }

  private async send(url: URL, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { accept: 'text/html', cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }
}

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}
