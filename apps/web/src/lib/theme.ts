export type Theme = 'light' | 'dark';

const YEAR_SECONDS = 31_536_000;

/** The theme on screen: the person's choice, else the system's. */
export function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Keeps the choice in a cookie: the server paints the first frame in it. Local storage holds only the necessary. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
