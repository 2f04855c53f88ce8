import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Flame, Grid3x3, Mail, Pencil, ScanLine, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { History } from '#features/history/History.tsx'
import type { Guest } from '#features/schedule/api.ts'
import type { Class } from '#features/schedule/classes/api.ts'
import { ClassNews } from '#features/schedule/classes/ClassNews.tsx'
import { figureWords } from '#features/students/figures.ts'
import { Part } from '#features/students/Part.tsx'
import { dayWords, placeWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { counted, factLine } from '#shared/text.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { AttendanceTrend } from './AttendanceTrend.tsx'
import { classPage, type Member } from './api.ts'
import { later } from '#web/later.tsx'

const ComposeSheet = later(() =>
  import('#features/emails/ComposeSheet.tsx').then((part) => part.ComposeSheet),
)
const ClassSheet = later(() =>
  import('#features/schedule/classes/ClassSheet.tsx').then((part) => part.ClassSheet),
)
const EndClassDialog = later(() =>
  import('#features/schedule/classes/EndClassDialog.tsx').then((part) => part.EndClassDialog),
)

const WarmUps = later(() => import('#features/mastery/WarmUps.tsx').then((part) => part.WarmUps))

const page = getRouteApi('/staff/centers/$centerId/classes/$classId')

/** Page `/centers/{centerId}/classes/{classId}`: a class with its roster, waitlist and attendance. */
export function ClassPage() {
  const { centerId, classId } = page.useParams()
  const query = useQuery(read(classPage.read, { centerId, classId }))
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [classPage.read])
  const { data } = query
  useTitle(data?.class.name ?? t('Class'))
  return (
    <Page>
      {data ? (
        <ClassDetails centerId={centerId} {...data} />
      ) : (
        <QueryState query={query} of={t('the class')} lines={6} height="3rem" />
      )}
    </Page>
  )
}

/** Button that opens the warm-ups for a class that meets today. */
function WarmUpButton(params: { centerId: string; classId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button changes icon={<Flame aria-hidden />} onClick={() => setOpen(true)}>
        {t('Warm-up')}
      </Button>
      {isOpen && <WarmUps {...params} onClose={() => setOpen(false)} />}
    </>
  )
}

const ClassLinks = ({ centerId, classId }: { centerId: string; classId: string }) => (
  <>
    <Link
      to="/centers/$centerId/classes/$classId/skills"
      params={{ centerId, classId }}
      className={buttonClass({})}
    >
      <Grid3x3 size={16} aria-hidden /> {t('Skills')}
    </Link>
    <Link
      to="/centers/$centerId/worksheet-pages/{-$pageId}"
      params={{ centerId }}
      className={buttonClass({})}
    >
      <ScanLine size={16} aria-hidden /> {t('Scan worksheets')}
    </Link>
  </>
)

type ClassDetailsProps = Parameters<typeof Roster>[0] & {
  class: Class
  nextOn: string | null
  weeks: Parameters<typeof AttendanceTrend>[0]['trend']
}

function ClassDetails({ centerId, class: entry, nextOn, members, weeks }: ClassDetailsProps) {
  const { id, name, day, time, endTime, teacher, stuCount, maxSize, notes, future } = entry
  const navigate = page.useNavigate()
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const [open, setOpen] = useState<'mail' | 'edit' | 'end' | null>(null)
  const close = () => setOpen(null)
  const hours = { time: clock(time), endTime: clock(endTime) }
  const facts = [
    t('{weekday}s {time}–{endTime}', { weekday: t(dayWords[day] ?? ''), ...hours }),
    teacher ? fullName(teacher) : t('No teacher'),
    t('{taken} of {of} seats taken', { taken: stuCount, of: maxSize }),
  ]
  const waitlist = members.filter(({ type }) => type === 'waitlist')
  return (
    <>
      <PageHead
        title={name}
        facts={factLine(facts)}
        actions={
          <>
            {nextOn && (
              <Link
                to="/centers/$centerId/attendance/$classId"
                params={{ centerId, classId: id }}
                search={{ on: nextOn }}
                className={buttonClass({})}
              >
                <UserCheck size={16} aria-hidden /> {t('Roll for {day}', { day: dayInWords(nextOn) })}
              </Link>
            )}
            {nextOn !== null && nextOn === center?.today && <WarmUpButton centerId={centerId} classId={id} />}
            <ClassLinks centerId={centerId} classId={id} />
            {nextOn && (
              <Button changes icon={<Mail aria-hidden />} onClick={() => setOpen('mail')}>
                {t('Email these families')}
              </Button>
            )}
            <Button changes onClick={() => setOpen('end')}>
              {t('End class')}
            </Button>
            <Button kind="primary" icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
              {t('Edit')}
            </Button>
          </>
        }
      />
      {center && <ClassNews entry={entry} today={center.today} />}
      {notes && <p className="breakable">{notes}</p>}
      <Roster centerId={centerId} members={members.filter(({ type }) => type !== 'waitlist')} />
      <Part title={t('Waitlist')}>
        <Waitlist centerId={centerId} members={waitlist} />
      </Part>
      {future.length > 0 && (
        <Part title={t('Make-ups and trials')}>
          <Guests centerId={centerId} guests={future} />
        </Part>
      )}
      <section className="card pad-4 shrinks">
        <AttendanceTrend trend={weeks} />
      </section>
      <Part title={t('History')}>
        <div className="pad-4">
          <History centerId={centerId} of={id} summary={t('Show all changes')} />
        </div>
      </Part>
      {open === 'mail' && nextOn && (
        <ComposeSheet centerId={centerId} to={{ by: 'class', classId: id, date: nextOn }} onClose={close} />
      )}
      {open === 'edit' && center && (
        <ClassSheet centerId={centerId} today={center.today} entry={entry} onClose={close} />
      )}
      {open === 'end' && center && (
        <EndClassDialog
          centerId={centerId}
          today={center.today}
          entry={entry}
          // Leaves the page, because ending a class that never had students removes it.
          onEnded={() => void navigate({ to: '/centers/$centerId/classes', params: { centerId } })}
          onClose={close}
        />
      )}
    </>
  )
}

type MembersProps = { centerId: string; members: readonly Member[] }

const StudentLink = ({
  centerId,
  student,
}: {
  centerId: string
  student: { _id: string; firstName: string; lastName: string }
}) => (
  <Link
    to="/centers/$centerId/students/$studentId"
    params={{ centerId, studentId: student._id }}
    className="inline-row middle bold ink target no-underline breakable"
  >
    {fullName(student)}
  </Link>
)

/** Regular students with their level, attendance and progress. */
function Roster({ centerId, members }: MembersProps) {
  return (
    <Part title={t('Students')}>
      {members.length === 0 ? (
        <p className="quiet pad-4">{t('No regular students yet. Add them in the scheduler.')}</p>
      ) : (
        <Table.ScrollContainer minWidth={300}>
          <Table highlightOnHover verticalSpacing={2}>
            <caption className="visually-hidden">{t('Students')}</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Name')}</Table.Th>
                <Table.Th>{t('Level')}</Table.Th>
                <Table.Th>{t('Attendance')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('Last score')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('Overdue')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('In the class')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((member) => (
                <Table.Tr key={`${member._id} ${member.startDate}`}>
                  <Table.Td>
                    <StudentLink centerId={centerId} student={member} />
                  </Table.Td>
                  <Table.Td className="nowrap">{member.level}</Table.Td>
                  <Table.Td data-figures>{figureWords(member.figures).attendance}</Table.Td>
                  <Table.Td visibleFrom="sm" data-figures>
                    {figureWords(member.figures).lastScore}
                  </Table.Td>
                  <Table.Td visibleFrom="sm" data-figures>
                    {figureWords(member.figures).overdue}
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    {member.endDate
                      ? t('until {day}', { day: dateInWords(member.endDate) })
                      : t('since {day}', { day: dateInWords(member.startDate) })}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Part>
  )
}

function Waitlist({ centerId, members }: MembersProps) {
  if (members.length === 0) return <p className="quiet pad-4">{t('The waitlist is empty.')}</p>
  return (
    <ol className="pad-2-4">
      {members.map((member, at) => (
        <li key={member._id} className="row middle gap-2">
          <span className="quiet tabular">{at + 1}.</span>
          <StudentLink centerId={centerId} student={member} />
          <span className="fine-print">
            {t('waiting since {day}', { day: dateInWords(member.startDate) })}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Guests({ centerId, guests }: { centerId: string; guests: readonly Guest[] }) {
  return (
    <ul className="pad-2-4" aria-label={counted(guests.length, 'guest')}>
      {guests.map(({ studentId, date, type, ...names }) => (
        <li key={`${date} ${studentId}`} className="row middle gap-2">
          <StudentLink centerId={centerId} student={{ _id: studentId, ...names }} />
          <span className="fine-print">
            {t('{kind} on {day}', { kind: t(placeWords[type]), day: dayInWords(date) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
