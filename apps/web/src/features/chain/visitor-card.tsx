import { CHAIN_ACTIONS } from '@sathi/domain/chain-operations.ts';
import { useLocation } from 'wouter';
import { useStaffText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ACTIONS } from './actions.ts';
import styles from './chain.module.css';

/** The actions of this page and the way in, for visitors. */
export function VisitorCard() {
  const { t } = useStaffText();
  const [path] = useLocation();
  return (
    <>
      <Panel title={t('chain.visitor.title')}>
        <p>{t('chain.visitor.text')}</p>
        <LinkButton href="/login" state={{ returnTo: path }} icon="arrow-forward">
          {t('common.logIn')}
        </LinkButton>
      </Panel>
      <Panel title={t('chain.visitor.what')}>
        <dl className={styles.what}>
          {CHAIN_ACTIONS.map((action) => (
            <div key={action}>
              <dt>{t(ACTIONS[action].title)}</dt>
              <dd>{t(ACTIONS[action].text)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
