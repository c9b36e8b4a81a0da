import { useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { useMfi } from '../../lib/use-mfi.ts';
import type { DataOf } from '../../lib/wire.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './start.module.css';
import { useShowcase } from './use-showcase.ts';

/** The institution behind the loans: what it does, how to reach it, and what came of it so far. */
export function PartnerCard() {
  const { t } = useText();
  const name = useMfiName();
  const { data: mfi } = useMfi();
  const { data, isError } = useShowcase();
  return (
    <section aria-labelledby="partner" className={styles.partner}>
      <h2 id="partner" className={styles.heading}>
        {t('identity.start.partnerTitle', { mfi: mfi?.name ?? name })}
      </h2>
      <p className={styles.partnerText}>{t('identity.start.partnerText', { mfi: mfi?.name ?? name })}</p>
      {mfi && <Contacts mfi={mfi} />}
      {!isError && <Figures data={data} />}
    </section>
  );
}

function Contacts({ mfi }: { mfi: Pick<DataOf<'findMfi'>, 'name' | 'phone' | 'website'> }) {
  const { t } = useText();
  return (
    <p className={styles.contacts}>
      {mfi.phone && (
        <a href={`tel:${mfi.phone.replace(/[^\d+]/g, '')}`}>
          <Icon name="phone" size="small" />
          <bdi dir="ltr">{mfi.phone}</bdi>
        </a>
      )}
      {URL.canParse(mfi.website) && (
        <a href={mfi.website} target="_blank" rel="noopener">
          <Icon name="arrow-forward" size="small" />
          <bdi dir="ltr">{new URL(mfi.website).host}</bdi>
          <VisuallyHidden>{t('campaigns.newTab')}</VisuallyHidden>
        </a>
      )}
    </p>
  );
}

/** Figures that are still zero are left out. */
function Figures({ data }: { data: DataOf<'mfiShowcase'> | undefined }) {
  const { t, format } = useText();
  if (data === undefined) return <Skeleton shape="box" />;
  if (data.lent === 0) return null;
  const figures = [
    { figure: format.money(data.lent), label: t('identity.start.lent') },
    { figure: format.money(data.repaid), label: t('identity.start.repaid') },
    {
      figure: format.number(data.borrowersCount),
      label: t('identity.start.borrowers', { count: data.borrowersCount }),
    },
    { figure: format.number(data.backersCount), label: t('identity.start.backers', { count: data.backersCount }) },
  ];
  return (
    <ul className={styles.figures}>
      {figures.map(({ figure, label }) => (
        <li key={label}>
          <strong>{figure}</strong> <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}
