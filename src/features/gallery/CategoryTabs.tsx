import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { galleryCategories } from '../../domain/gallery.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import classes from './Gallery.module.css';

/** What works are about, one of it or all; arrow keys go along the line, which scrolls where it is longer than the page. */
export function CategoryTabs({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (categoryId: number | null) => void;
}) {
  const { t, i18n } = useLingui();
  const name = useId();
  const choices = [
    { id: null, label: t({ message: 'Everything', comment: 'Category: nothing left out' }) },
    ...galleryCategories.map((category) => ({
      id: category.id,
      label: textIn(category.name, asLanguage(i18n.locale)),
    })),
  ];
  return (
    <fieldset className={classes.categories}>
      <legend className={classes.legend}>
        {t({ message: 'Category', comment: 'What a published work is about' })}
      </legend>
      {choices.map(({ id, label }) => (
        <label key={id ?? 0} className={classes.category}>
          <input type="radio" name={name} checked={value === id} onChange={() => onChange(id)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
