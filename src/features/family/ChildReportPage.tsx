import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Hourglass, ListChecks, Printer } from 'lucide-react'
import type { Work } from '#features/practice/api.ts'
import { childsWork } from '#features/practice/answering/api.ts'
import { AssessmentReport } from '#features/practice/report/AssessmentReport.tsx'
import { isOpen } from '#features/practice/rules.ts'
import { asParent, links } from '#features/practice/question-ref.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { family } from './api.ts'
import style from './ChildReport.module.css'

const page = getRouteApi('/family/parent/students/$studentId/assessments/$assessmentId/report')

/** Report of a child's assessment, to read and print, once the center has returned it (product §8). */
export function ChildReportPage() {
  const { studentId, assessmentId } = page.useParams()
  const { data, error, refetch, isFetching } = useQuery(
    read(childsWork.assessment.item, { studentId, id: assessmentId }),
  )
  const children = useQuery(read(family.children, {}))
  useLive(`student:${studentId}`, ['work'], [childsWork.assessment.item])
  useTitle(data ? t('Report: {name}', { name: data.name }) : null)
  const child = children.data?.find(({ _id }) => _id === studentId)
  return (
    <div className={`${style.page} grid column gap-4 pad-4`}>
      <nav className={`${style.bar} cluster middle gap-3`} aria-label={t('Report')}>
        <Link
          to="/parent/students/$studentId"
          params={{ studentId }}
          className={`${style.back} inline-row middle gap-2 quiet bold target no-underline`}
        >
          <ArrowLeft aria-hidden /> {child ? child.firstName : t('Back')}
        </Link>
        {data && data.state !== 'assigned' && <Questions assessment={data} child={studentId} />}
        {data?.report && (
          <Button kind="primary" icon={<Printer aria-hidden />} onClick={() => print()}>
            {t('Print')}
          </Button>
        )}
      </nav>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this report')}
          lines={5}
          height="4rem"
          page
        />
      )}
      {data?.report && (
        <AssessmentReport
          assessment={{ ...data, report: data.report }}
          student={child ? child.firstName : ''}
          center={child?.centers.length === 1 ? (child.centers[0] ?? null) : null}
        />
      )}
      {data && !data.report && <NoReport assessment={data} />}
    </div>
  )
}

const Questions = ({ assessment: { _id: workId }, child }: { assessment: Work; child: string }) => (
  <Link
    to={links({ viewer: asParent(child), kind: 'assessment', workId }).question}
    className={buttonClass({ kind: 'secondary' })}
  >
    <ListChecks aria-hidden /> {t('Questions')}
  </Link>
)

const NoReport = ({ assessment }: { assessment: Work }) => (
  <>
    <h1>{assessment.name}</h1>
    <EmptyState icon={<Hourglass aria-hidden />} title={t('No report yet')}>
      {isOpen(assessment)
        ? t('The report will be ready once the assessment is complete.')
        : t('The assessment is complete. The report will appear here once the center has returned it.')}
    </EmptyState>
  </>
)
