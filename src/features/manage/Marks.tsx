import { Trans } from '@lingui/react/macro';
import type { ManagedPerson } from '../../api/contract/people.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import classes from './ManagePage.module.css';

/** What is special about somebody, in badges. */
export function Marks({ person }: { person: ManagedPerson }) {
  return (
    <span className={classes.marks}>
      {person.is_super_user && (
        <StatusPill>
          <Trans comment="Badge of who runs the studio">Operator</Trans>
        </StatusPill>
      )}
      {person.is_vip && (
        <StatusPill tone="active">
          <Trans comment="Badge of a paying member">VIP</Trans>
        </StatusPill>
      )}
      {person.locked_at !== null && (
        <StatusPill tone="danger">
          <Trans comment="Badge of an account that can't be used">Locked</Trans>
        </StatusPill>
      )}
    </span>
  );
}
