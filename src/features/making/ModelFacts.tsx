import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactElement } from 'react';
import classes from './Making.module.css';

/** Sizes, times and licence of a model in one line, and where it comes from. */
export function ModelFacts({
  name,
  licence,
  origin,
  facts,
}: {
  name: string;
  /** Empty where nobody said. */
  licence: string;
  origin: string;
  facts: readonly ReactElement[];
}) {
  return (
    <>
      <p className={classes.soft}>
        {facts.map((fact, at) => (
          <Fragment key={fact.key}>
            {at > 0 && ' · '}
            {fact}
          </Fragment>
        ))}
        {licence !== '' && ` · ${licence}`}
      </p>
      {origin !== '' && (
        <p className={classes.soft}>
          <a href={origin} target="_blank" rel="noopener noreferrer" className={classes.origin}>
            <Trans comment="Link to where a model comes from; after it its name">
              Origin of {name}
            </Trans>
          </a>
        </p>
      )}
    </>
  );
}
