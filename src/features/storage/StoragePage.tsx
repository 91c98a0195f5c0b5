import { Trans, useLingui } from '@lingui/react/macro';
import { storageLevel } from '../../domain/storage.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { BinRoom } from './BinRoom.tsx';
import { ComeBack } from './ComeBack.tsx';
import { DamagedRecords } from './DamagedRecords.tsx';
import { KeepSafe } from './KeepSafe.tsx';
import { MakeRoom } from './MakeRoom.tsx';
import classes from './StoragePage.module.css';
import { StudioRoom } from './StudioRoom.tsx';
import { UseTable } from './UseTable.tsx';
import { useEstimate } from './useEstimate.ts';
import { useTableUse } from '../../live/useTableUse.ts';

/** What takes how much room on this device, and what can be done about it. */
export function StoragePage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Storage', comment: 'Page title: room on this device' }));
  const storage = useTableUse();
  const [estimate, readAgain] = useEstimate(storage?.tables);
  const level = estimate ? storageLevel(estimate.usedBytes, estimate.quotaBytes) : 'fine';
  return (
    <Page width="measure">
      <PageHeader
        title={<Trans comment="Page title: room on this device">Storage</Trans>}
        description={<Trans>What Kiln keeps on this device, and how much room there is.</Trans>}
      />
      {level === 'filling' && (
        <Notice tone="warn" title={<Trans>This device is filling up</Trans>}>
          <Trans>There is room for a while. It is a good time to free some.</Trans>
        </Notice>
      )}
      {level === 'nearly-full' && (
        <Notice tone="danger" title={<Trans>Kiln has hardly any room left</Trans>}>
          <Trans>
            Nothing is lost, but new results may have to wait with the studio. Free some room here,
            or delete other things from this device.
          </Trans>
        </Notice>
      )}
      {storage && estimate !== undefined ? (
        <UseTable
          tables={storage.tables}
          kinds={storage.fate?.kinds ?? {}}
          estimate={estimate}
          level={level}
        />
      ) : (
        <div className={classes.bone} role="status" aria-label={t`Loading`} />
      )}
      {estimate === null && (
        <EmptyState title={<Trans>This browser does not say how much room there is</Trans>}>
          <Trans>Kiln tells you when something can no longer be kept.</Trans>
        </EmptyState>
      )}
      {storage?.owner && storage.fate && (
        <Section title={<Trans comment="Heading: freeing storage">Make room</Trans>}>
          <MakeRoom owner={storage.owner} fate={storage.fate} releasing={storage.releasing} />
        </Section>
      )}
      {storage?.owner && <BinRoom owner={storage.owner} />}
      {storage?.owner && storage.fate && storage.fate.inSmall > 0 && (
        <Section
          title={<Trans comment="Heading: works of which only the preview is here">In small</Trans>}
        >
          <ComeBack owner={storage.owner} count={storage.fate.inSmall} />
        </Section>
      )}
      <StudioRoom />
      {storage?.owner && (
        <Section title={<Trans comment="Heading: export of works">Take works along</Trans>}>
          <div className={classes.room}>
            <p>
              <Trans>
                What lies in a file of your own is safe whatever happens to this device.
              </Trans>
            </p>
            <ButtonLink className={classes.action} variant="default" to="/archive">
              <Trans comment="Button: writes works into one file">Export as ZIP</Trans>
            </ButtonLink>
          </div>
        </Section>
      )}
      {estimate && estimate.persisted !== null && (
        <Section
          title={<Trans comment="Heading: protection from being cleared">Keep it safe</Trans>}
        >
          <KeepSafe persisted={estimate.persisted} onAsked={readAgain} />
        </Section>
      )}
      {storage && storage.damaged.length > 0 && (
        <Section title={<Trans comment="Heading: records that could not be read">Set aside</Trans>}>
          <DamagedRecords rows={storage.damaged} />
        </Section>
      )}
    </Page>
  );
}
