/** Marks the section being read in the contents list. */
export function startContents(): void {
  const links = new Map([...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link, link.hash.slice(1)]));
  const sections = document.querySelectorAll('main > section[id]');
  const mark = (id: string): void => links.forEach((target, link) => {
    if (target === id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  });
  const observer = new IntersectionObserver((entries) => {
    const entered = entries.find((entry) => entry.isIntersecting);
    if (entered) mark(entered.target.id);
  }, { rootMargin: '-20% 0px -75% 0px' });
  sections.forEach((section) => observer.observe(section));
}
