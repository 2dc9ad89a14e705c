/** Its icon and nothing else: the page of the reference has no files besides its script. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5c8a"/>' +
      '<path d="M5 16c4-6 12-7 17-1l5-4v10l-5-4c-5 6-13 5-17-1z" fill="#fff"/>' +
      '<circle cx="11" cy="15" r="1.4" fill="#0b5c8a"/></svg>',
  );

const NOSCRIPT = `<noscript>
      <style>body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem}</style>
      <h1>Catch Data Service: API reference</h1>
      <p>This page needs JavaScript. Everything that it shows is in the <a href="/openapi.json">OpenAPI document</a>;
        events and webhooks are in the <a href="/asyncapi.json">AsyncAPI document</a>, errors at
        <a href="/problems">/problems</a>.</p>
    </noscript>`;

/**
 * Corrects what screen readers would announce wrongly, whenever the library draws something: buttons and links that are
 * pictures alone get a name, and roles go that buttons and fields do not have.
 */
const ACCESSIBLE = `<script>
      const NAMES = [
        ['button[class*="copy-button"]', 'Copy'],
        ['.cm-content', 'Body of the request'],
        ['button[aria-haspopup=menu]', 'Choose a value'],
        ['a[href="/asyncapi.json"]', 'AsyncAPI document'],
      ];
      let due = false;
      const correct = () => {
        due = false;
        for (const [selector, name] of NAMES)
          for (const element of document.querySelectorAll(selector + ':not([aria-label])'))
            if (element.isContentEditable || !element.innerText.trim()) element.setAttribute('aria-label', name);
        for (const button of document.querySelectorAll('button[role=none], button[role=alert]'))
          button.removeAttribute('role');
        for (const field of document.querySelectorAll('[contenteditable][role=combobox]'))
          field.setAttribute('role', 'textbox');
      };
      new MutationObserver(() => {
        if (!due) requestAnimationFrame(correct);
        due = true;
      }).observe(document.documentElement, { childList: true, subtree: true });
    </script>`;

/** What the page of the reference lacks as its library writes it. */
export const finishedPage = (page: string): string =>
  page
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `  <link rel="icon" href="${ICON}" />\n    ${ACCESSIBLE}\n  </head>`)
    .replace('<body>', `<body>\n    ${NOSCRIPT}`);
