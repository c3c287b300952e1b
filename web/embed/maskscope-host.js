/**
 * For a page that shows figures in iframes: gives each <iframe data-maskscope src="…/figure.html?name=…"> the height of its
 * figure. Load it once, anywhere in the page.
 */
(() => {
  const tallest = 20000;
  const frames = () => [...document.querySelectorAll('iframe[data-maskscope]')];

  /** The origin that messages of a frame carry: its address's, or "null" where a sandbox takes the origin away. */
  const originOf = (frame) => {
    const sandboxed = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
    return sandboxed ? 'null' : new URL(frame.src).origin;
  };

  addEventListener('message', ({ source, origin, data }) => {
    const frame = frames().find((one) => one.contentWindow === source && originOf(one) === origin);
    if (!frame || data?.type !== 'maskscope:height') return;
    if (Number.isFinite(data.height) && data.height > 0 && data.height <= tallest) frame.style.height = `${data.height}px`;
  });

  // a figure that spoke before this script listened is asked to say it again
  const ask = () => frames().forEach((frame) => frame.contentWindow?.postMessage({ type: 'maskscope:ping' }, '*'));
  ask();
  addEventListener('DOMContentLoaded', ask);
  addEventListener('load', ask);
})();
