import { type ReactNode, useState } from 'react';
import { STATUS_LOOKS } from '../../lib/proposal-status.ts';
import { useText } from '../../lib/text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardGrid } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ICON_SHAPES, type IconName } from '../../ui/icon-shapes.ts';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Columns, Page, Row, Stack } from '../../ui/page.tsx';
import { Presets } from '../../ui/presets.tsx';
import { CardSkeletons } from '../../ui/card-skeletons.tsx';
import { StatBox } from '../../ui/stat-box.tsx';
import { SummaryFigures } from '../../ui/summary-figures.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { DevUiFields } from './dev-ui-fields.tsx';
import { DevUiFigures, ExampleCard } from './dev-ui-figures.tsx';
import { DevUiMoney } from './dev-ui-money.tsx';

const FILTERS = ['All', 'Drafted', 'Published', 'Locked', 'Backed', 'Funded', 'Repaid'];

/** Every part of the interface on one page, for the eye and for the accessibility checks. Not translated. */
export default function DevUiPage() {
  return (
    <Page title="Parts" lead="Everything in src/ui, as the screens use it.">
      <Stack gap="loose">
        <Section title="Buttons">
          <DevUiButtons />
        </Section>
        <Section title="Fields">
          <DevUiFields />
        </Section>
        <Section title="Choosing">
          <DevUiChoosing />
        </Section>
        <Section title="Figures and lists">
          <DevUiFigures />
        </Section>
        <Section title="Money">
          <DevUiMoney />
        </Section>
        <Section title="Cards">
          <CardGrid label="Cards">
            <ExampleCard status="published" />
            <ExampleCard status="locked" />
            <ExampleCard status="funded" />
          </CardGrid>
        </Section>
        <Section title="States">
          <Columns>
            <Card>
              <EmptyState
                title="No proposals yet"
                text="Write the first one; it takes two minutes."
                action={<Button>Write a proposal</Button>}
              />
            </Card>
            <Card>
              <ErrorState text="The connection broke." onRetry={() => toast.info('Trying again')} />
            </Card>
          </Columns>
          <CardSkeletons count={3} />
        </Section>
        <Section title="Icons">
          <Row>
            {(Object.keys(ICON_SHAPES) as IconName[]).map((name) => (
              <Badge key={name}>
                <Icon name={name} /> {name}
              </Badge>
            ))}
          </Row>
        </Section>
      </Stack>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Stack>
        <h2>{title}</h2>
        {children}
      </Stack>
    </section>
  );
}

function DevUiButtons() {
  const confirm = useConfirm();
  const [isOpen, setIsOpen] = useState(false);
  const ask = async () =>
    toast.info((await confirm({ message: 'Publish “A boat”?', yes: 'Publish' })) ? 'Answered yes' : 'Answered no');
  return (
    <>
      <Row>
        <Button onClick={() => toast.success('Proposal saved')}>Back with $25</Button>
        <Button variant="quiet" icon="arrow-forward" onClick={() => toast.info('The link is copied')}>
          Share
        </Button>
        <Button variant="danger" icon="trash" onClick={() => toast.error('This cannot be deleted any more')}>
          Delete
        </Button>
        <Button variant="plain">Not now</Button>
        <Button busy>Sending</Button>
        <Button disabled>Disabled</Button>
        <LinkButton href="/App/Start" variant="quiet" icon="home">
          A link
        </LinkButton>
      </Row>
      <Row>
        <IconButton icon="edit" name="Edit" />
        <IconButton icon="mail" name="Messages" />
        <IconButton icon="ban" name="Ignore" disabled />
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          Open a dialog
        </Button>
        <Button variant="quiet" onClick={() => void ask()}>
          Ask
        </Button>
        <Menu
          name="Account"
          button={<Avatar name="Amina Begum" />}
          head="Amina Begum"
          items={[
            { label: 'Home', icon: 'home', href: '/App/Home' },
            { label: 'Sign out', icon: 'log-out', onSelect: () => toast.info('Signed out') },
          ]}
        />
        <Avatar name="আমিনা বেগম" size="large" />
      </Row>
      {isOpen && (
        <Dialog
          title="Back this loan"
          about="A sewing machine for the shop"
          onClose={() => setIsOpen(false)}
          footer={<Button onClick={() => setIsOpen(false)}>Done</Button>}
        >
          <p>Escape, the Back key, the cross and a press beside it close it; the focus goes back to the button.</p>
        </Dialog>
      )}
    </>
  );
}

function DevUiChoosing() {
  const [tab, setTab] = useState('borrow');
  const [filter, setFilter] = useState('All');
  const [box, setBox] = useState('Active');
  const [amount, setAmount] = useState('25');
  return (
    <>
      <Tabs
        label="Lists"
        tabs={[
          { id: 'borrow', label: 'Borrow' },
          { id: 'repaid', label: 'Repaid' },
          { id: 'invest', label: 'Invest' },
          { id: 'ignored', label: 'Ignored' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <Stack>
          <SummaryFigures
            figures={[
              { label: 'Total funded', value: '$1,240' },
              { label: 'Total repaid', value: '$310.50' },
            ]}
          />
          <FilterBar
            label="Status"
            options={FILTERS.map((label) => ({ value: label, label, count: label.length }))}
            value={filter}
            onValueChange={setFilter}
          />
        </Stack>
      </Tabs>
      <Presets
        label="Common amounts"
        options={['10', '25', '50'].map((value) => ({ value, label: `$${value}` }))}
        chosen={amount}
        onChoose={setAmount}
      />
      <Fold title="About this loan">What few people need is folded away under its name.</Fold>
      <Columns>
        {['In progress', 'Active', 'Repaid'].map((label) => (
          <StatBox
            key={label}
            label={label}
            figure="12"
            details={[
              { label: 'Balance', value: '$1,480' },
              { label: 'Amount', value: '$4,200' },
            ]}
            selected={box === label}
            onSelect={() => setBox(label)}
          />
        ))}
      </Columns>
      <DevUiSaying />
    </>
  );
}

function DevUiSaying() {
  const { t } = useText();
  return (
    <>
      <Row>
        {Object.values(STATUS_LOOKS).map(({ word, ...looks }) => (
          <Badge key={word} {...looks}>
            {t(word)}
          </Badge>
        ))}
        <Badge tone="bad" icon="alert-circle">
          Late
        </Badge>
      </Row>
      <Banner tone="info">Funds are released by DCBS, usually within two days.</Banner>
      <Banner
        tone="warm"
        icon="clock"
        action={
          <Button small variant="quiet">
            Pay $8.33
          </Button>
        }
      >
        Your next payment is due on 3 June.
      </Banner>
    </>
  );
}
