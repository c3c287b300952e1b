/**
 * One figure for an iframe: figure.html?name=two-heads&lang=en&theme=dark, with a prepared state in the hash if wanted.
 * Tells the host page its height whenever that changes and whenever it is asked; see maskscope-host.js.
 */
(() => {
  const query = new URLSearchParams(location.search);
  const figure = document.createElement('maskscope-figure');
  const name = query.get('name') ?? '';
  figure.setAttribute('name', name);

  const language = query.get('lang') === 'zh' ? 'zh' : 'en';
  document.documentElement.lang = language;
  figure.lang = language;

  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.classList.add(theme);
    figure.setAttribute('theme', theme);
  }

  const main = document.createElement('main');
  main.append(figure);
  document.body.append(main);
  document.title = `Maskscope: ${name}`;

  const tellHeight = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    // any page may embed the figure, and its height is no secret
    parent.postMessage({ type: 'maskscope:height', height }, '*');
  };
  new ResizeObserver(tellHeight).observe(document.documentElement);
  addEventListener('message', (event) => {
    if (event.source === parent && event.data?.type === 'maskscope:ping') tellHeight();
  });
})();
