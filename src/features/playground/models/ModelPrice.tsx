import { Plural, Trans } from '@lingui/react/macro';
import type { ModelItem } from '../../../domain/model.ts';

export function ModelPrice({ model }: { model: ModelItem }) {
  return model.cost === 0 ? (
    <Trans comment="Costs no credits">free</Trans>
  ) : (
    <Plural value={model.cost} one="# credit each" other="# credits each" />
  );
}
