import './mantine.css'
import { ActionIcon, AppShell, Burger, Menu, MantineProvider, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import {
  Archive,
  CalendarDays,
  ClipboardCheck,
  LogOut,
  TabletSmartphone,
  UserRound,
  UserCheck,
  Users,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { kindOf } from '#features/accounts/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { mayOpen, type Page } from '#shared/permissions.ts'
import { sentences } from '#shared/problem.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Today } from '#ui/DayField.tsx'
import { Logo } from '#ui/Logo.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { theme, variables } from '#ui/theme.ts'
import { read } from '../api.ts'
import { chosenCenter, pageAt, rememberCenter, rememberToday, searchAt } from '../center.ts'
import { styleNonce } from '../nonce.ts'
import { useMe } from '../session.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { chooseLanguage, useSameLanguage } from './choose-language.ts'
import { PageFooter } from './PageFooter.tsx'
import { Drawer } from './Drawer.tsx'
import { LogOutDialog } from './LogOutDialog.tsx'
import { useLogOut } from './use-log-out.ts'
import { SearchButton } from './SearchButton.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import style from './StaffShell.module.css'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'

/**
 * The staff's shell: app bar with the center chooser, side drawer, footer (spec §2). Its menus show only what
 * the permission tables allow.
 */
export function StaffShell() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} getStyleNonce={styleNonce}>
      <Shell />
    </MantineProvider>
  )
}

// Read by the code that keeps the page behind a dialog from scrolling.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
// Mantine sets its colors through the innerHTML of style elements. Text without a < can't contain markup.
// Anything else is blocked.
window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text.includes('<') ? '' : text) })

const drawerWidth = 200

function Shell() {
  const me = useMe()
  useSameLanguage(me)
  const [openAt, setOpenAt] = useState<string | null>(null)
  const centerId = useCenter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // On a phone, opening another page closes the drawer.
  const open = openAt === path
  const may = (page: Page) => mayOpen(kindOf(me), page)
  const { data: all = [] } = useQuery({ ...read(centers.list, {}), enabled: may('/centers') })
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: drawerWidth, breakpoint: 'md', collapsed: { mobile: !open } }}
      padding="md"
      transitionDuration={150}
    >
      <a href="#content" className={`${style.skip} pad-2-4 surface`}>
        {t('Skip to content')}
      </a>
      <AppShell.Header className={`${style.bar} row middle gap-3`}>
        <Burger
          opened={open}
          onClick={() => setOpenAt(open ? null : path)}
          hiddenFrom="md"
          size="sm"
          color="var(--on-bar)"
          className={style.burger}
          aria-label={t(open ? 'Close the menu' : 'Open the menu')}
        />
        <Link to="/" className={`${style.brand} surface rounded target`} aria-label={t('Home page')}>
          <Logo size={28} />
        </Link>
        {may('/centers') && <CenterChooser centerId={centerId} />}
        {centerId && may('/centers/$centerId') && <Places centerId={centerId} />}
        <span className="grow" />
        <SearchButton centerId={may('/centers/$centerId') ? centerId : null} />
        {may('/devices') && <DevicesLink />}
        <UserMenu />
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('Main')}>
        <Drawer centerId={centerId} hasSeveral={all.length > 1} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={`${style.main} in-order stack`}>
        <CenterDay centerId={may('/centers/$centerId') ? centerId : null} />
        <footer className={`${style.footer} fine-print`}>
          <PageFooter onChoose={chooseLanguage} />
        </footer>
      </AppShell.Main>
      <Shortcuts centerId={centerId} />
    </AppShell>
  )
}

/**
 * Provides the page with the center's current day, for dates typed without a year, and makes an archived
 * center's page read-only.
 */
function CenterDay({ centerId }: { centerId: string | null }) {
  const { centerId: of } = useParams({ strict: false })
  const { data: center } = useQuery({
    ...read(centers.one, { centerId: centerId ?? '' }),
    enabled: centerId !== null,
  })
  const today = center?.today
  useEffect(() => {
    if (today) rememberToday(today)
  }, [today])
  const isArchived = center?._id === of && (center?.archivedAt ?? null) !== null
  return (
    <Today value={center?.today ?? null}>
      <ReadOnly value={isArchived ? sentences.archived : null}>
        {isArchived && center && <ArchivedNote centerId={center._id} />}
        <Outlet />
      </ReadOnly>
    </Today>
  )
}

/** Note on every page of an archived center explaining why nothing can be changed. */
const ArchivedNote = ({ centerId }: { centerId: string }) => (
  <p role="status" className={`${style.archived} row middle gap-2 pad-3 rounded`}>
    <Archive size="1.125rem" aria-hidden />
    <span>
      <Sentence
        text="{centerId} is archived. Nothing can be changed until it’s restored in its {settings}."
        centerId={centerId}
        settings={
          <Link to="/centers/$centerId/settings" params={{ centerId }}>
            {t('settings')}
          </Link>
        }
      />
    </span>
  </p>
)

/**
 * Returns the center in the page's URL, or else the one from `chosenCenter`. A mistyped center in the URL
 * isn't remembered.
 */
function useCenter() {
  const me = useMe()
  const { centerId } = useParams({ strict: false })
  const { data } = useQuery({ ...read(centers.list, {}), enabled: centerId !== undefined })
  const known = data?.find(({ _id }) => _id === centerId)?._id
  useEffect(() => {
    if (known) rememberCenter(known)
  }, [known])
  return centerId ?? chosenCenter(me)
}

function CenterChooser({ centerId }: { centerId: string | null }) {
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data, error, isFetching, refetch } = useQuery(read(centers.list, {}))
  if (error && !data)
    return (
      <div role="alert" className={style.failed}>
        <UnstyledButton onClick={() => void refetch()} aria-busy={isFetching} title={sentenceFor(error)}>
          {t('The centers couldn’t be loaded. Try again')}
        </UnstyledButton>
      </div>
    )
  // While the list is loading, show the page's center instead of asking for one.
  const names = data ? data.map(({ _id }) => _id) : centerId === null ? [] : [centerId]
  return (
    <SearchSelect
      aria-label={t('Center')}
      placeholder={t('Choose a center')}
      data={names}
      value={centerId}
      onChange={(to) => {
        if (!to) return
        rememberCenter(to)
        void navigate({ to: pageAt(path, to), search: searchAt })
      }}
      searchable={names.length > 7}
      nothingFound={t('No matching center')}
      className={style.chooser}
      classNames={{ error: style.none }}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

const places = [
  { to: '/centers/$centerId/scheduler', label: 'Scheduler', Icon: CalendarDays },
  { to: '/centers/$centerId/students', label: 'Students', Icon: Users },
  { to: '/centers/$centerId/attendance', label: 'Attendance', Icon: UserCheck },
  { to: '/centers/$centerId/grading', label: 'Grading', Icon: ClipboardCheck },
] as const

function Places({ centerId }: { centerId: string }) {
  return (
    <nav className={`${style.places} row gap-1`} aria-label={t('Center')}>
      {places.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          params={{ centerId }}
          className={`${style.place} inline-row middle gap-2 rounded no-underline`}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon size="1.125rem" aria-hidden />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  )
}

function DevicesLink() {
  return (
    <ActionIcon
      component={Link}
      to="/devices"
      variant="subtle"
      color="var(--on-bar)"
      size="max(40px, var(--target))"
      aria-label={t('Devices')}
      title={t('Devices')}
    >
      <TabletSmartphone size="1.25rem" aria-hidden />
    </ActionIcon>
  )
}

function UserMenu() {
  const me = useMe()
  const { logOut, dialogProps } = useLogOut()
  const name = fullName(me)
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <UnstyledButton
            className={`${style.user} surface target`}
            aria-label={t('Menu for {name}', { name })}
          >
            <Avatar name={me.avatar} label={name} size={36} decorative />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          <Menu.Item
            leftSection={<UserRound size={16} aria-hidden />}
            component={Link}
            to={`/users/${me._id}`}
          >
            {t('Profile')}
          </Menu.Item>
          <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={logOut}>
            {t('Log out')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogOutDialog {...dialogProps} />
    </>
  )
}
