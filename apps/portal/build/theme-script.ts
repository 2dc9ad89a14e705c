import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Sets the theme that the person chose before anything is painted. A module would run too late, and the policy of the
 * page allows no script inside it.
 */
const SCRIPT = `try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

const NAME = `assets/theme-${createHash('sha256').update(SCRIPT).digest('hex').slice(0, 8)}.js`;

/** Adds the script to the page as a file of its own. */
export const themeScript = (): Plugin => ({
  name: 'theme-script',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: NAME, source: SCRIPT });
  },
  configureServer(server) {
    server.middlewares.use(`/${NAME}`, (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(SCRIPT);
    });
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${NAME}` }, injectTo: 'head' }],
});
