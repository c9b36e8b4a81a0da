import { CHAIN_ACTIONS } from '@sathi/domain/chain-operations.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ACTIONS } from './actions.ts';
import styles from './chain.module.css';

/** For people who are not signed in: what there is to do here, and the way in. */
export function VisitorCard() {
  const { t } = useText();
  return (
    <>
      <Panel title={t('chain.visitor.title')}>
        <p>{t('chain.visitor.text')}</p>
        <LinkButton href={paths.login()} icon="arrow-forward">
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
