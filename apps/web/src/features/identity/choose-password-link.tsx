import { useLocation, useSearch } from 'wouter';
import { paths, useMfiName } from '../../lib/paths.ts';
import { useText } from '../../lib/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

type Props = Pick<Parameters<typeof LinkButton>[0], 'variant' | 'small' | 'wide' | 'onClick'>;

/** The way to a first password, and back to this page. */
export function ChoosePasswordLink(look: Props) {
  const { t } = useText();
  const mfiName = useMfiName();
  const [path] = useLocation();
  const search = useSearch();
  const returnTo = search === '' ? path : `${path}?${search}`;
  return (
    <LinkButton href={paths.choosePassword(mfiName)} state={{ returnTo }} {...look}>
      {t('identity.choose.action')}
    </LinkButton>
  );
}
