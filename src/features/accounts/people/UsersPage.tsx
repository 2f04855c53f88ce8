import { ActionIcon, Menu, Table } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, CircleSlash, EllipsisVertical, Eraser, Mail, UserPlus, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { EraseDialog } from '#features/privacy/erasing/EraseDialog.tsx'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { call, read, useSend } from '#web/api.ts'
import { useMe } from '#web/session.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { factor } from '../factor/api.ts'
import { kindWords } from '../rules.ts'
import { AccountState } from './AccountState.tsx'
import { people, type Person } from './api.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { InviteSheet } from './InviteSheet.tsx'
import style from './People.module.css'
import { stateOf } from './staff-words.ts'

const page = getRouteApi('/staff/users')

/**
 * `/users` (product §2): all accounts, for admins to invite people and close accounts. The search is in the
 * URL.
 */
export function UsersPage() {
  useTitle(t('Accounts'))
  const { find = '' } = page.useSearch()
  const [inviting, setInviting] = useState(false)
  const invite = (
    <Button kind="primary" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
      {t('Invite someone')}
    </Button>
  )
  return (
    <Page width="wide">
      <PageHead title={t('Accounts')} actions={invite} />
      <CodeWarning />
      <Search />
      <Accounts find={find} />
      {inviting && <InviteSheet onClose={() => setInviting(false)} />}
    </Page>
  )
}

/** Unobtrusive warning to admins whose account is protected only by a password. */
function CodeWarning() {
  const me = useMe()
  const { data } = useQuery(read(factor.state, {}))
  if (!data || data.on) return null
  return (
    <p className="quiet">
      {t('Anyone with your password can see all of this.')}{' '}
      <Link to="/users/$userId" params={{ userId: me._id }}>
        {t('Turn on two-step login')}
      </Link>
    </p>
  )
}

function Search() {
  const { find } = page.useSearch()
  const navigate = page.useNavigate()
  return (
    <SearchField
      label={t('Search accounts by name, email or user name')}
      placeholder={t('Name, email or user name')}
      find={find}
      onFind={(next) => void navigate({ search: { find: next }, replace: true })}
    />
  )
}

function countOf(count: number, isPart: boolean) {
  const accounts = counted(count, 'account')
  return isPart ? t('{accounts} shown so far', { accounts }) : accounts
}

function Accounts({ find }: { find: string }) {
  const [asking, setAsking] = useState<Person | null>(null)
  const [erasing, setErasing] = useState<Person | null>(null)
  const {
    data,
    error,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isPlaceholderData,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({
    queryKey: [people.list.path, find],
    queryFn: ({ pageParam, signal }) =>
      call(people.list, { search: find || undefined, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    placeholderData: keepPreviousData,
  })
  if (!data && error)
    return (
      <ErrorState
        title={t('The accounts couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const users = data?.pages.flatMap((each) => each.users) ?? []
  // An empty result of the previous search doesn't mean that this one is empty.
  if (!data || (isPlaceholderData && users.length === 0))
    return <Skeleton label={t('Loading accounts')} lines={8} height="2.5rem" />
  if (users.length === 0)
    return (
      <EmptyState icon={<UserSearch />} title={t('No results for “{find}”', { find })}>
        {t(
          'Search by any part of a name, an email address or a user name. You can invite people who aren’t listed yet.',
        )}
      </EmptyState>
    )
  return (
    <>
      <div className={`${style.box} card`} aria-busy={isPlaceholderData}>
        <Table highlightOnHover verticalSpacing="xs">
          <caption className="visually-hidden">{t('Accounts')}</caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Name')}</Table.Th>
              <Table.Th className={style.wide}>{t('Role')}</Table.Th>
              <Table.Th className={style.wide}>{t('Centers')}</Table.Th>
              <Table.Th>{t('State')}</Table.Th>
              <Table.Th className={style.narrow} pos="relative">
                <span className="visually-hidden">{t('Actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((person) => (
              <AccountRow
                key={person._id}
                person={person}
                onAsk={() => setAsking(person)}
                onErase={() => setErasing(person)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <output className="quiet">{!isPlaceholderData && countOf(users.length, hasNextPage)}</output>
      {hasNextPage && (
        <div className="row to-middle">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
      {asking && <CloseDialog person={asking} onClose={() => setAsking(null)} />}
      {erasing && <EraseButton person={erasing} onClose={() => setErasing(null)} />}
    </>
  )
}

function EraseButton({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient()
  const refreshAndClose = () => {
    void queries.invalidateQueries({ queryKey: [people.list.path] })
    onClose()
  }
  return <EraseDialog id={person._id} name={fullName(person)} onErased={refreshAndClose} onClose={onClose} />
}

type RowProps = { person: Person; onAsk: () => void; onErase: () => void }

function AccountRow({ person, onAsk, onErase }: RowProps) {
  const { _id, role, group, email, userName, centers } = person
  const kind = role ?? group
  const where = role === 'admin' ? t('All') : centers.join(', ')
  const name = fullName(person)
  return (
    <Table.Tr>
      <Table.Td>
        <Link
          to="/users/$userId"
          params={{ userId: _id }}
          className={`${style.name} bold breakable ink no-underline`}
        >
          {name}
        </Link>
        <div className={`${style.under} fine-print breakable`}>{email ?? userName}</div>
        <div className={`${style.under} fine-print breakable ${style.small}`}>
          {[kind && t(kindWords[kind]), ...centers].filter(Boolean).join(', ')}
        </div>
      </Table.Td>
      <Table.Td className={style.wide}>{kind && t(kindWords[kind])}</Table.Td>
      <Table.Td className={style.wide}>{where}</Table.Td>
      <Table.Td>
        <AccountState person={person} />
      </Table.Td>
      <Table.Td className={style.narrow}>
        <AccountMenu person={person} name={name} onAsk={onAsk} onErase={onErase} />
      </Table.Td>
    </Table.Tr>
  )
}

function AccountMenu({ person, name, onAsk, onErase }: RowProps & { name: string }) {
  const me = useMe()
  const again = useSend(people.inviteAgain, {
    onSuccess: () => toast(t('New invitation created for {name}.', { name })),
  })
  if (me._id === person._id) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="secondary"
          size="var(--target)"
          aria-label={t('Actions for {name}', { name })}
        >
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {stateOf(person) === 'invited' && person.email && (
          <Menu.Item
            leftSection={<Mail size={16} aria-hidden />}
            onClick={() => again.mutate({ id: person._id })}
          >
            {t('Invite again')}
          </Menu.Item>
        )}
        {person.disabled ? (
          <Menu.Item leftSection={<CircleCheck size={16} aria-hidden />} onClick={onAsk}>
            {t('Reopen account')}
          </Menu.Item>
        ) : (
          <Menu.Item color="error" leftSection={<CircleSlash size={16} aria-hidden />} onClick={onAsk}>
            {t('Close account')}
          </Menu.Item>
        )}
        {person.group && (
          <Menu.Item color="error" leftSection={<Eraser size={16} aria-hidden />} onClick={onErase}>
            {t('Erase permanently')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
