import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import styles from './theme-switch.module.css';

const THEMES = [
  { id: 'system', label: 'System', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;
type Theme = (typeof THEMES)[number]['id'];

const KEY = 'theme';

const chosen = (): Theme => THEMES.find(({ id }) => id === localStorage.getItem(KEY))?.id ?? 'system';

const choose = (theme: Theme): void => {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
};

export const ThemeSwitch = () => {
  const [theme, setTheme] = useState(chosen);
  return (
    <fieldset className={styles['switch']}>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map(({ id, label, icon: Icon }) => (
        <label key={id} className={styles['option']} title={label}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={theme === id}
            onChange={() => {
              choose(id);
              setTheme(id);
            }}
          />
          <Icon aria-hidden size={15} />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
};
