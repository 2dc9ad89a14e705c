const RELOADED = 'reloaded-for-chunk';

/**
 * After a release an open tab may ask for a chunk that is gone. Loading the page again brings the new names; drafts are
 * in the tab's storage by then. Once only: a chunk that is missing after that is shown as an error.
 */
export const reloadOnceOnMissingChunk = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(RELOADED) === location.href) return;
    sessionStorage.setItem(RELOADED, location.href);
    event.preventDefault();
    location.reload();
  });
};
