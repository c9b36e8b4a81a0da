import { useEffect, useState } from 'react';
import { useText } from '../lib/text.tsx';
import { chooseTheme, shownTheme, type Theme } from '../lib/theme.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** The server does not know the system's theme, so the toggle learns it after the first render. */
export function ThemeToggle() {
  const { t } = useText();
  const [theme, setTheme] = useState<Theme>('light');
  useEffect(() => setTheme(shownTheme()), []);
  const other = theme === 'light' ? 'dark' : 'light';
  const toggle = () => {
    chooseTheme(other);
    setTheme(other);
  };
  return (
    <IconButton
      icon={theme === 'light' ? 'moon' : 'sun'}
      name={t(theme === 'light' ? 'common.themeToDark' : 'common.themeToLight')}
      tip="below"
      onClick={toggle}
    />
  );
}
