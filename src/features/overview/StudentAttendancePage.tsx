import { studentWork } from '#features/practice/api.ts'
import { Chip, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { attendanceWord } from '#features/attendance/mark-look.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { StudentWork } from './StudentWork.tsx'
import type { CallInput, OutputOf } from '#shared/contract.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useLive } from '#web/live.ts'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { attendanceHistory, type PastMark } from '#features/attendance/history/api.ts'
import { CorrectionSheet } from '#features/attendance/history/CorrectionSheet.tsx'
import style from '#features/attendance/history/History.module.css'
import { MarkFacts } from '#features/attendance/history/MarkFacts.tsx'
import { Months } from '#features/attendance/history/Months.tsx'
import { Neighbors } from '#features/attendance/history/Neighbors.tsx'
import { countsInWords, yearAround } from '#features/attendance/history/history-weeks.ts'

const page = getRouteApi('/staff/centers/$centerId/attendance/{-$classId}/students/$studentId')

const Loading = () => <Skeleton label={t('Loading the attendance')} lines={8} height="2.5rem" />

/**
 * Page `/centers/{centerId}/attendance/{classId?}/students/{studentId}`: a student's marks for a year, in one
 * class or in all classes.
 */
export function StudentAttendancePage() {
  const { centerId, studentId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(centers.one, { centerId }))
  useLive(`student:${studentId}`, ['attendance'], [attendanceHistory.list, attendanceHistory.corrections])
  useLive(`student:${studentId}`, ['work', 'answer'], [studentWork.atWork])
  if (data) return <Year today={data.today} />
  if (!error) return <Loading />
  return (
    <ErrorState
      page
      title={t('Attendance couldn’t be loaded.')}
      message={sentenceFor(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function Year({ today }: { today: Day }) {
  const { centerId, classId, studentId } = page.useParams()
  const { all = false, on } = page.useSearch()
  const query = { centerId, studentId, ...(all || !classId ? {} : { classId }), ...yearAround(today) }
  const placeholderData = keepPrevious({ centerId, studentId })
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...read(attendanceHistory.list, query),
    placeholderData,
  })
  useTitle(data?.student ? t('{name}’s attendance', { name: fullName(data.student) }) : null)
  if (!data && error)
    return (
      <ErrorState
        page
        title={t('Attendance couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <Page>
      <div className="cluster middle apart">
        <Link
          to={classId ? '/centers/$centerId/attendance/$classId' : '/centers/$centerId/attendance'}
          params={{ centerId, classId: classId ?? '' }}
          search={{ on }}
          className={`${style.back} inline-row middle gap-2 breakable quiet target no-underline`}
        >
          <ArrowLeft size={16} aria-hidden /> {classId ? t('Class roll') : t('Attendance for the day')}
        </Link>
        {/* The key remounts this for each student, so that focus moves from the pressed arrow to the next
            student's heading. */}
        {classId && (
          <Neighbors key={studentId} classId={classId} range={{ from: query.from, to: query.to }} />
        )}
      </div>
      {data ? <Marks key={studentId} history={data} query={query} busy={isPlaceholderData} /> : <Loading />}
    </Page>
  )
}

type MarksProps = {
  history: OutputOf<typeof attendanceHistory.list>
  query: CallInput<typeof attendanceHistory.list>
  /** True while the marks still belong to the previous selection of classes. */
  busy: boolean
}

function Marks({ history, query, busy }: MarksProps) {
  const { centerId, classId, studentId } = page.useParams()
  const [correcting, setCorrecting] = useState<PastMark | null>(null)
  const { student, marks } = history
  return (
    <>
      {student && <Head student={student} marks={marks} busy={busy} />}
      <div className="cluster middle apart gap-3">
        {classId ? <WhichClasses /> : <span className="quiet">{t('All classes')}</span>}
        <ExportButton endpoint={attendanceHistory.file} input={query} file="attendance.csv" />
      </div>
      {busy && marks.length === 0 ? (
        <Loading />
      ) : marks.length === 0 ? (
        <EmptyState icon={<CalendarX2 />} title={t('No attendance yet')}>
          {t('Attendance from the roll appears here, day by day.')}
        </EmptyState>
      ) : (
        <div className={`${style.marks} stack gap-4 shrinks`} aria-busy={busy}>
          <Months marks={marks} onPick={setCorrecting} />
          <MarkTable marks={marks} onCorrect={setCorrecting} />
        </div>
      )}
      <StudentWork studentId={studentId} />
      {correcting && (
        <CorrectionSheet
          key={correcting._id}
          centerId={centerId}
          mark={correcting}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  )
}

type HeadProps = {
  student: { _id: string; firstName: string; lastName: string; avatar: Parameters<typeof Avatar>[0]['name'] }
  marks: PastMark[]
  busy: boolean
}

function Head({ student, marks, busy }: HeadProps) {
  const { centerId } = page.useParams()
  const name = fullName(student)
  return (
    <header className={`${style.head} cluster middle`}>
      <Avatar name={student.avatar} label={name} size={48} decorative />
      <div>
        <h1>{t('{name}’s attendance', { name })}</h1>
        <p data-figures>{busy ? '\u00a0' : marks.length > 0 ? countsInWords(marks) : t('No attendance')}</p>
      </div>
      <Link
        to="/centers/$centerId/students/$studentId"
        params={{ centerId, studentId: student._id }}
        className="inline-row middle breakable target"
      >
        {t('{firstName}’s record', { firstName: student.firstName })}
      </Link>
    </header>
  )
}

function WhichClasses() {
  const { all = false } = page.useSearch()
  const navigate = page.useNavigate()
  return (
    <Chip.Group
      value={all ? 'all' : 'one'}
      onChange={(which) =>
        void navigate({ search: ({ on }) => ({ on, all: which === 'all' || undefined }), replace: true })
      }
    >
      <div className="cluster gap-2" role="radiogroup" aria-label={t('Classes')}>
        <Chip value="one" variant="outline">
          {t('This class')}
        </Chip>
        <Chip value="all" variant="outline">
          {t('All classes')}
        </Chip>
      </div>
    </Chip.Group>
  )
}

function MarkTable({ marks, onCorrect }: { marks: PastMark[]; onCorrect: (mark: PastMark) => void }) {
  const clock = useClock()
  return (
    <Table.ScrollContainer minWidth={300} className="card">
      <Table highlightOnHover verticalSpacing={2}>
        <caption className="visually-hidden">{t('Attendance, newest first')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Day')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Class')}</Table.Th>
            <Table.Th>{t('Mark')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Details')}</Table.Th>
            <Table.Th pos="relative" w="1%">
              <span className="visually-hidden">{t('Actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {marks.toReversed().map((mark) => (
            <Table.Tr key={mark._id}>
              <Table.Td>{dateInWords(mark.on)}</Table.Td>
              <Table.Td visibleFrom="sm">{mark.className}</Table.Td>
              <Table.Td>{attendanceWord(mark)}</Table.Td>
              <Table.Td visibleFrom="sm">
                <span className="cluster gap-0-3 breakable">
                  <MarkFacts mark={mark} clock={clock} />
                </span>
              </Table.Td>
              <Table.Td>
                <Button
                  kind="quiet"
                  aria-label={t('Correct {mark}', { mark: `${dateInWords(mark.on)}, ${mark.className}` })}
                  onClick={() => onCorrect(mark)}
                >
                  {/* The text isn't just 'Correct', because the catalogs translate that as a verdict. */}
                  {t('Correct {mark}', { mark: '' }).trim()}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
