import type { SpeciesName } from '@catch-data/sdk';
import styles from './species.module.css';

const languages = new Intl.DisplayNames('en', { type: 'language' });

const languageOf = (code: string): string => {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
};

/** Common names by language, English first. */
export const SpeciesNames = ({ names }: { readonly names: readonly SpeciesName[] }) => {
  const byLanguage = Map.groupBy(names, ({ language }) => language);
  const sorted = [...byLanguage].sort(([one], [other]) => {
    if (one === 'en' || other === 'en') return one === 'en' ? -1 : 1;
    return languageOf(one).localeCompare(languageOf(other), 'en');
  });
  return (
    <dl className={styles['names']}>
      {sorted.map(([language, own]) => (
        <div key={language}>
          <dt>{languageOf(language)}</dt>
          <dd lang={language}>
            {own.map(({ name, region }) => (region === null ? name : `${name} (${region})`)).join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
};
