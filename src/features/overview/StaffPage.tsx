import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  type LucideIcon,
  CalendarOff,
  CalendarPlus,
  FileUp,
  History,
  NotebookPen,
  Pencil,
  UserMinus,
  UserPlus,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { centers } from '#features/centers/api.ts'
import { NewsSheet } from '#features/emails/ComposeSheet.tsx'
import { AbsenceSheet } from '#features/schedule/absence/AbsenceSheet.tsx'
import { NotesSheet } from '#features/schedule/NotesSheet.tsx'
import { kindOf, kindWords } from '#features/accounts/rules.ts'
import { fullName } from '#shared/full-name.ts'
import type { Day } from '#shared/days.ts'
import { namesOf } from '#shared/field-table.ts'
import { HistorySheet } from '#features/history/HistorySheet.tsx'
import { PersonAddress } from '#features/schedule/calendar/AddressDialog.tsx'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { useTitle } from '#web/title.ts'
import { SentRequests } from '#features/accounts/requests/SentRequests.tsx'
import { AccountState } from '#features/accounts/people/AccountState.tsx'
import { people, type StaffMember } from '#features/accounts/people/api.ts'
import { EndDutyDialog } from '#features/accounts/people/EndDutyDialog.tsx'
import style from '#features/accounts/people/People.module.css'
import { dutyInWords, mayEnd } from '#features/accounts/people/staff-words.ts'
import { StaffSheet } from '#features/accounts/people/StaffSheet.tsx'
import { TeacherSheet } from '#features/accounts/people/TeacherSheet.tsx'

const page = getRouteApi('/staff/centers/$centerId/staff')

const duties = [
  { duty: 'office', title: 'Office', none: 'Only admins run this center so far. Invite an operator.' },
  {
    duty: 'teacher',
    title: 'Teachers',
    none: 'No teachers yet. Classes without a teacher are listed under Oddities.',
  },
  {
    duty: 'assistant',
    title: 'Assistants',
    none: 'No assistants yet. They help in classes and are optional.',
  },
] as const

/** Page `/centers/{centerId}/staff` (product §2): people who work at a center, by duty. */
export function StaffPage() {
  const { centerId } = page.useParams()
  useTitle(t('Staff at {centerId}', { centerId }))
  const me = useMe()
  const mayInvite = may(me, 'staff.invite')
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<OpenAction | null>(null)
  const [ending, setEnding] = useState<Post | null>(null)
  const { data, error, isFetching, refetch } = useQuery(read(people.staff, { centerId }))
  const { data: center } = useQuery(read(centers.one, { centerId }))
  return (
    <Page width="wide">
      <PageHead
        title={t('Staff')}
        facts={centerId}
        actions={
          <>
            {mayInvite && (
              <Link
                to="/centers/$centerId/import/$kind"
                params={{ centerId, kind: 'staff' }}
                className={buttonClass({ kind: 'secondary' })}
              >
                <FileUp aria-hidden /> {t('Import')}
              </Link>
            )}
            <ExportButton endpoint={people.staffFile} input={{ centerId }} file="staff.csv" />
            {mayInvite && (
              <Button kind="primary" icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
                {t('Add staff')}
              </Button>
            )}
          </>
        }
      />
      {data ? (
        duties.map(({ duty, title, none }) => (
          <DutyList key={duty} title={t(title)} none={t(none)}>
            {data
              .filter((member) => member.duties.includes(duty))
              .map((member) => (
                <MemberRow key={member._id} centerId={centerId} member={member} teaches={duty === 'teacher'}>
                  {actsOn(duty, mayInvite).map((what) => (
                    <ActButton key={what} act={what} member={member} onOpen={setOpened} />
                  ))}
                  {mayInvite && mayEnd(kindOf(me), member, duty) && (
                    <EndButton post={{ member, duty }} onEnd={setEnding} />
                  )}
                </MemberRow>
              ))}
          </DutyList>
        ))
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the staff')} lines={8} height="2.5rem" />
      )}
      {data && <SentRequests centerId={centerId} mayWithdraw={mayInvite} />}
      {adding && <StaffSheet centerId={centerId} onClose={() => setAdding(false)} />}
      {opened && (
        <MemberSheet centerId={centerId} {...opened} today={center?.today} onClose={() => setOpened(null)} />
      )}
      {ending && <EndDutyDialog centerId={centerId} {...ending} onClose={() => setEnding(null)} />}
    </Page>
  )
}

type Post = { member: StaffMember; duty: StaffMember['duties'][number] }

function DutyList({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className={`${style.box} card`} aria-label={title}>
      <h2 className={style.boxHead}>
        {title}{' '}
        <span className="quiet" data-figures>
          {children.length}
        </span>
      </h2>
      {children.length === 0 ? <p className={`${style.none} quiet ruled`}>{none}</p> : <ul>{children}</ul>}
    </section>
  )
}

type MemberRowProps = { centerId: string; member: StaffMember; teaches: boolean; children: ReactNode }

/**
 * Row of a staff member. If the member has a role, the name links to their account. If a member without a
 * role teaches, the name links to a search for their classes.
 */
function MemberRow({ centerId, member, teaches, children }: MemberRowProps) {
  const { _id, role, email, type } = member
  const name = fullName(member)
  return (
    <li className={`${style.row} grid middle gap-1-3 ruled`}>
      {role ? (
        <Link
          to="/users/$userId"
          params={{ userId: _id }}
          className={`${style.name} bold breakable ink no-underline`}
        >
          {name}
        </Link>
      ) : teaches ? (
        <Link
          to="/centers/$centerId/classes"
          params={{ centerId }}
          search={{ find: name }}
          className={`${style.name} bold breakable ink no-underline`}
        >
          {name}
        </Link>
      ) : (
        <span className={`${style.name} bold breakable ink no-underline`}>{name}</span>
      )}
      <span>
        {[role && t(kindWords[role]), type === 'substitute' && t('Substitute')].filter(Boolean).join(', ')}
      </span>
      <span className="breakable">{email}</span>
      <span>{role && <AccountState person={member} />}</span>
      <span className={`${style.act} cluster to-end`}>{children}</span>
    </li>
  )
}

type OpenAction = { act: keyof typeof acts; member: StaffMember }

type Act = {
  icon: LucideIcon
  word: string
  name: string
  duties: readonly Post['duty'][]
  /** True if the action changes data, so that its button is disabled while the page is read-only. */
  changes?: boolean
}

const inClass = ['teacher', 'assistant'] as const

/** Actions on staff members. Each opens a sheet and is available for members with certain duties. */
const acts = {
  edit: { icon: Pencil, word: 'Edit', name: 'Edit {name}', duties: inClass, changes: true },
  away: {
    icon: CalendarOff,
    word: 'Away',
    name: 'Away: enter an absence for {name}',
    duties: ['teacher'],
    changes: true,
  },
  history: { icon: History, word: 'History', name: 'History of {name}', duties: ['office', ...inClass] },
  note: { icon: NotebookPen, word: 'Note', name: 'Note about {name}', duties: inClass },
  calendar: { icon: CalendarPlus, word: 'Calendar', name: 'Calendar for {name}', duties: ['teacher'] },
} as const satisfies Record<string, Act>

const actsOn = (duty: Post['duty'], mayInvite: boolean) =>
  namesOf(acts).filter((what) => (acts[what] as Act).duties.includes(duty) && (what !== 'edit' || mayInvite))

type MemberSheetProps = OpenAction & { centerId: string; today: Day | undefined; onClose: () => void }

/** Sheet of an action on a staff member. */
function MemberSheet({ act, member, centerId, today, onClose }: MemberSheetProps) {
  const person = { centerId, personId: member._id }
  const of = { ...person, name: fullName(member), onClose }
  if (act === 'edit') return <TeacherSheet centerId={centerId} member={member} onClose={onClose} />
  if (act === 'history') return <HistorySheet {...of} of={member._id} />
  if (act === 'note') return <NotesSheet {...of} />
  if (act === 'calendar') return <PersonAddress owner={person} name={of.name} onClose={onClose} />
  return (
    today && (
      <AbsenceSheet
        centerId={centerId}
        person={member}
        today={today}
        NewsSheet={NewsSheet}
        onClose={onClose}
      />
    )
  )
}

/** Button in a row. Its accessible name includes the member's name. */
const RowButton = ({
  icon,
  word,
  name,
  changes,
  onClick,
}: {
  icon: ReactNode
  word: string
  name: string
  changes: boolean
  onClick: () => void
}) => (
  <Button changes={changes} kind="quiet" icon={icon} aria-label={name} onClick={onClick}>
    {word}
  </Button>
)

type ActButtonProps = OpenAction & { onOpen: (opened: OpenAction) => void }

function ActButton({ act, member, onOpen }: ActButtonProps) {
  const { icon: Icon, word, name } = acts[act]
  const { changes = false }: Act = acts[act]
  return (
    <RowButton
      icon={<Icon size={16} aria-hidden />}
      word={t(word)}
      name={t(name, { name: fullName(member) })}
      changes={changes}
      onClick={() => onOpen({ act, member })}
    />
  )
}

const EndButton = ({ post, onEnd }: { post: Post; onEnd: (post: Post) => void }) => (
  <RowButton
    icon={<UserMinus size={16} aria-hidden />}
    word={t('Remove')}
    name={t('Remove {name} from the {duty}', { name: fullName(post.member), duty: dutyInWords(post.duty) })}
    changes
    onClick={() => onEnd(post)}
  />
)
