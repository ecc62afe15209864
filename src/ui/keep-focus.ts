// A control that takes itself away (Run, Dismiss, a removed chip) must not throw the keyboard back to the top of the page:
// the nearest surroundings that are still there take the focus, and Tab goes on from them (rule U.11).

/** Starts watching a document; returns how to stop. */
export function keepFocus(page: Document): () => void {
  let trail: HTMLElement[] = [];
  const remember = (event: FocusEvent) => {
    trail = [];
    for (let at = event.target instanceof HTMLElement ? event.target : null; at && at !== page.body; at = at.parentElement) trail.push(at);
  };
  const look = () => {
    const { activeElement } = page;
    if ((activeElement && activeElement !== page.body) || trail.length === 0 || trail[0]?.isConnected) return;
    const place =
      trail.find((each) => each.isConnected && each.id !== 'root' && !each.matches('.app') && each.offsetParent !== null) ??
      page.querySelector('main');
    if (!place) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(look);
  changes.observe(page.body, { childList: true, subtree: true });
  page.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    page.removeEventListener('focusin', remember);
  };
}
