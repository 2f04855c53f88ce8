import { studentWork } from '#features/practice/api.ts'
import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { BookOpen, ClipboardCheck, FileCheck } from 'lucide-react'
import type { WorkLine } from '#features/practice/api.ts'
import { WorkActions } from '#features/practice/assigning/WorkActions.tsx'
import { asStaff, rootOf, type StaffViewer, workLink } from '#features/practice/question-ref.ts'
import { kindTitles } from '#features/practice/rules.ts'
import { stateWords } from '#features/practice/work-actions.ts'
import { useMoreWork } from '#features/practice/use-more-work.ts'
import { type Clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { counted, percent } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useClock } from '#web/clock.ts'
import { Part } from '#features/students/Part.tsx'
import style from '#features/students/Students.module.css'

/**
 * A student's homework, tests and assessments with their states, newest first. Each one links to its pages.
 */
export function StudentWork({ studentId }: { studentId: string }) {
  const { works, showMore } = useMoreWork(studentId)
  const { data, error, isFetching, refetch } = useQuery({
    ...read(studentWork.atWork, { id: studentId, works }),
    placeholderData: keepPrevious({ id: studentId }),
  })
  return (
    <Part title={t('Work')} empty={data?.work.length === 0 && t('No work yet.')}>
      {data ? (
        data.work.length > 0 && (
          <>
            <WorkTable studentId={studentId} work={data.work} />
            {data.more && (
              <Button reads kind="quiet" busy={isFetching} onClick={showMore}>
                {t('Show more')}
              </Button>
            )}
          </>
        )
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the work')} lines={3} height="2.5rem" />
      )}
    </Part>
  )
}

function WorkTable({ studentId, work }: { studentId: string; work: WorkLine[] }) {
  const { pathname } = useLocation()
  const viewer = asStaff(studentId, rootOf(pathname))
  const clock = useClock()
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table highlightOnHover verticalSpacing={2} horizontalSpacing="sm" className={style.snug}>
        <caption className="visually-hidden">{t('Work')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Level and chapter')}</Table.Th>
            <Table.Th>{t('State')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Due')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Time')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Result')}</Table.Th>
            <Table.Th pos="relative" w="1%">
              <span className="visually-hidden">{t('Actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {work.map((each) => (
            <WorkRow key={each._id} viewer={viewer} work={each} clock={clock} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const icons = { homework: BookOpen, test: FileCheck, assessment: ClipboardCheck }

type WorkRowProps = { viewer: StaffViewer; work: WorkLine; clock: Clock }

function WorkRow({ viewer, work, clock }: WorkRowProps) {
  const {
    kind,
    name,
    state,
    level,
    chapter,
    dueOn,
    minutes,
    answered,
    questions,
    correct,
    total,
    submittedAt,
  } = work
  const Icon = icons[kind]
  return (
    <Table.Tr>
      <Table.Td>
        <Link
          to={workLink(viewer, work)}
          className={`${style.name} inline-row middle bold ink target no-underline ${style.work} gap-2`}
        >
          <Icon size={16} aria-hidden />
          <span>
            <span className="visually-hidden">{t(kindTitles[kind])} </span>
            {name}
          </span>
        </Link>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="quiet nowrap">
        {chapter === null ? level : t('{level}, ch. {chapter}', { level, chapter })}
      </Table.Td>
      <Table.Td>
        {t(stateWords[state])}{' '}
        <span className="quiet nowrap">
          {state === 'started' && t('{done} of {of}', { done: answered, of: questions })}
        </span>
        <span className={`nowrap ${style.narrow}`}>
          {correct !== null && t('{correct} of {total}', { correct, total })}
        </span>
        <span className={`quiet nowrap ${style.roomy}`}>{submittedAt && clock.day(submittedAt)}</span>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="nowrap">
        {dueOn && dayInWords(dueOn)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{minutes !== null && counted(minutes, 'minute')}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Result work={work} />
      </Table.Td>
      <Table.Td>
        <WorkActions studentId={viewer.studentId} work={work} />
      </Table.Td>
    </Table.Tr>
  )
}

/**
 * Result of the work: number of right answers, score, a test's score after corrections, and number of
 * questions with hints.
 */
function Result({ work: { correct, total, score, score2, hint } }: { work: WorkLine }) {
  if (correct === null) return null
  const more = [
    score !== null && percent(score),
    score2 !== null && t('{score2} after corrections', { score2: percent(score2) }),
    hint ? t('hints on {hint}', { hint }) : false,
  ]
  return (
    <>
      {t('{correct} of {total}', { correct, total })}{' '}
      <span className={`quiet ${style.roomy}`}>{more.filter(Boolean).join(', ')}</span>
    </>
  )
}
