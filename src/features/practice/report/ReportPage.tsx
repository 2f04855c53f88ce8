import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Hourglass, ListChecks, Printer } from 'lucide-react'
import { usePrintNote } from '#features/students/access/use-print-note.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { useLive } from '#web/live.ts'
import { may, useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import type { Work } from '../api.ts'
import { givenWork } from '../assigning/api.ts'
import { homeLink, links } from '../question-ref.ts'
import { useWorkStudent } from '../review/use-work-student.ts'
import { factsOf } from '../review/WorkHead.tsx'
import { AssessmentReport } from './AssessmentReport.tsx'
import style from './Report.module.css'
import { UseLevel } from './UseLevel.tsx'

/** Page for a student's assessment report, `…/assessments/{assessmentId}/report`. */
export function ReportPage() {
  const { assessmentId: itemId = '' } = useParams({ strict: false })
  const { studentId, centerId, viewer, name } = useWorkStudent()
  usePrintNote(centerId, [studentId])
  const { data, error, isFetching, refetch } = useQuery(
    read(givenWork.assessment.item, { id: studentId, itemId }),
  )
  useLive(`student:${studentId}`, ['work', 'answer'], [givenWork.assessment.item])
  useTitle(data ? [t('Report'), data.name, name].filter(Boolean).join(', ') : null)
  if (!data)
    return (
      <QueryState
        query={{ error, isFetching, refetch }}
        of={t('this report')}
        lines={8}
        height="2.5rem"
        page
      />
    )
  return (
    <div className={`${style.page} grid gap-4`}>
      <nav className={`${style.bar} cluster middle gap-2`} aria-label={t('Back')}>
        <Link to={homeLink(viewer)} className={`${style.back} inline-row middle gap-1 breakable target`}>
          <ArrowLeft aria-hidden /> {name || t('Student')}
        </Link>
        {data.state !== 'assigned' && (
          <Link
            to={links({ viewer, kind: 'assessment', workId: data._id }).question}
            className={buttonClass({})}
          >
            <ListChecks aria-hidden /> {t('Questions')}
          </Link>
        )}
        {data.report && (
          <Button reads kind="primary" icon={<Printer aria-hidden />} onClick={() => print()}>
            {t('Print')}
          </Button>
        )}
      </nav>
      <ReportView assessment={data} />
    </div>
  )
}

function ReportView({ assessment }: { assessment: Work }) {
  const me = useMe()
  const clock = useClock()
  const { studentId, centerId, name } = useWorkStudent()
  const { report } = assessment
  if (!report)
    return (
      <>
        <h1>{t('Report: {assessment}', { assessment: assessment.name })}</h1>
        <EmptyState icon={<Hourglass />} title={t('No report yet')}>
          {t('The report will appear here once the assessment is complete. {assessment}.', {
            assessment: factsOf(assessment, clock),
          })}
        </EmptyState>
      </>
    )
  const action = may(me, 'students.change') && (
    <UseLevel centerId={centerId} studentId={studentId} suggestion={report.suggestion} />
  )
  return (
    <>
      {assessment.state === 'submitted' && (
        <p role="status" className={`${style.notice} pad-2-3 warn-ground rounded`}>
          {t('Some answers still need a grade. Until then, they don’t count as right.')}
        </p>
      )}
      <AssessmentReport
        assessment={{ ...assessment, report }}
        student={name}
        center={centerId || null}
        action={action}
      />
    </>
  )
}
